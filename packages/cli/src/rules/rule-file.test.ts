import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRuleBook, encodeRules, formatRule, parseRule } from '@cloche/tools';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createRuleFile, openReadOnlyRuleFile } from './rule-file.ts';

const base = mkdtempSync(join(tmpdir(), 'cloche-rules-'));
const { signal } = new AbortController();
const rule = (text: string) => parseRule('allow', text, '/w');
let folders = 0;
let folder = '';
let path = '';

beforeEach(() => {
  folder = join(base, String(folders++));
  mkdirSync(folder, { mode: 0o700 });
  path = join(folder, 'permissions.json');
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

function put(text: string, mode = 0o600): void {
  writeFileSync(path, text, { mode });
  chmodSync(path, mode);
}

const load = async (): Promise<string[]> => (await createRuleFile(path, { signal }).load('workspace')).map(formatRule);

describe('a file of rules', () => {
  test('that is not there has no rules; what is added is private, whole, and read again each time', async () => {
    expect(await load()).toEqual([]);
    const book = createRuleBook(createRuleFile(path, { signal }));
    await book.add([rule('bash(git log:*)')], { scope: 'workspace' });
    expect(statSync(path).mode & 0o7777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toBe(encodeRules([rule('bash(git log:*)')]));
    put(encodeRules([rule('bash(ls)')]));
    expect((await book.list('s')).map(formatRule)).toEqual(['bash(ls)']);
    expect(readdirSync(folder)).toEqual(['permissions.json']);
  });

  test('keeps what twenty writers at once add to it, each rule once', async () => {
    const texts = Array.from({ length: 20 }, (_, index) => `bash(tool${index % 10})`);
    await Promise.all(
      texts.map((text) => createRuleBook(createRuleFile(path, { signal })).add([rule(text)], { scope: 'workspace' })),
    );
    expect((await load()).sort()).toEqual([...new Set(texts)].sort());
  });

  test('keeps the order and the rules of others when one is taken away', async () => {
    put(encodeRules(['bash(a)', 'bash(b)', 'bash(c)'].map(rule)));
    await createRuleBook(createRuleFile(path, { signal })).remove(rule('bash(b)'), { scope: 'workspace' });
    expect(await load()).toEqual(['bash(a)', 'bash(c)']);
  });

  test.each<[string, string, () => void]>([
    ['mode_unexpected', '0644', () => put(encodeRules([]), 0o644)],
    ['mode_unexpected', '0400', () => put(encodeRules([]), 0o400)],
    ['link_count_unexpected', '2 names', () => (put(encodeRules([])), linkSync(path, join(folder, 'other')))],
    ['symlink', 'symbolic link', () => (writeFileSync(join(folder, 'real'), ''), symlinkSync('real', path))],
    ['not_regular', 'no regular file', () => mkdirSync(path)],
    ['too_large', 'larger than 1 MiB', () => put(' '.repeat(1_048_577))],
    ['directory_unsafe', 'others can change it', () => (put(encodeRules([])), chmodSync(folder, 0o770))],
    ['malformed', 'no JSON', () => put('{')],
    ['malformed', '"rules" is given twice', () => put('{"version":3,"rules":[],"rules":[]}')],
    ['not_text', 'no UTF-8', () => (writeFileSync(path, Uint8Array.of(0xff, 0xfe), { mode: 0o600 }), undefined)],
    ['version_unsupported', 'version 1', () => put('{"version":1,"rules":[]}')],
    ['rule_invalid', 'rules[0]', () => put('{"version":3,"rules":[{"effect":"allow"}]}')],
  ])('is an error and never "no rules": %s', async (code, message, prepare) => {
    prepare();
    await expect(load()).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
    expect(() => openReadOnlyRuleFile(path)).toThrow(expect.objectContaining({ code }));
    const book = createRuleBook(createRuleFile(path, { signal }));
    const before = statSync(path);
    await expect(book.add([rule('bash(ls)')], { scope: 'workspace' })).rejects.toMatchObject({ code });
    expect(statSync(path).mtimeMs).toBe(before.mtimeMs);
    expect(readdirSync(folder).filter((name) => name.endsWith('.lock') || name.endsWith('.tmp'))).toEqual([]);
  });

  test('needs a whole path', async () => {
    await expect(createRuleFile('permissions.json', { signal }).load('workspace')).rejects.toMatchObject({
      code: 'path_not_absolute',
    });
  });

  test('that another process holds is waited for, until the person gives up', async () => {
    writeFileSync(`${path}.lock`, '');
    const controller = new AbortController();
    const adding = createRuleBook(createRuleFile(path, controller)).add([rule('bash(ls)')], { scope: 'workspace' });
    setTimeout(() => controller.abort(new Error('enough')), 30);
    await expect(adding).rejects.toThrow(/enough|abort/);
    expect(readdirSync(folder)).toEqual(['permissions.json.lock']);
    const second = createRuleBook(createRuleFile(path, { signal })).add([rule('bash(ls)')], { scope: 'workspace' });
    setTimeout(() => rmSync(`${path}.lock`), 20);
    await second;
    expect(await load()).toEqual(['bash(ls)']);
  });

  test('for runs that ask nobody must be there, is read once, and takes no rule', async () => {
    expect(() => openReadOnlyRuleFile(path)).toThrow(expect.objectContaining({ code: 'missing' }));
    put(encodeRules([rule('bash(ls)')]));
    const store = openReadOnlyRuleFile(path);
    put(encodeRules([]));
    expect((await store.load('workspace')).map(formatRule)).toEqual(['bash(ls)']);
    await expect(createRuleBook(store).add([rule('bash(a)')], { scope: 'workspace' })).rejects.toMatchObject({
      code: 'read_only',
    });
  });
});
