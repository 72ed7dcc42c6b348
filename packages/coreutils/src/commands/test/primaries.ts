import { compareCodePoints } from '@cloche/search';
import { type AccessRights, type FileStat, joinPath, type ProgramContext } from '@cloche/system';
import { quote } from '../../arguments/quote.ts';

/** What primaries look at. */
export type TestContext = Pick<ProgramContext, 'files' | 'cwd' | 'descriptors'>;

/** The condition is wrong. Thrown by primaries and the evaluator, which catches it. */
export class WrongTest extends Error {
  override readonly name = 'WrongTest';
}

type UnaryTest = (operand: string, context: TestContext) => boolean;
type BinaryTest = (left: string, right: string, context: TestContext) => boolean;

const OWN_USER_ID = 1000;

/** Conditions on one word. */
export const UNARY_TESTS: ReadonlyMap<string, UnaryTest> = new Map<string, UnaryTest>([
  ['-n', (text) => text !== ''],
  ['-z', (text) => text === ''],
  ['-e', (path, context) => statOf(path, context) !== undefined],
  ['-a', (path, context) => statOf(path, context) !== undefined],
  ['-f', isKind('file')],
  ['-d', isKind('directory')],
  ['-b', isKind('block-device')],
  ['-c', isKind('character-device')],
  ['-p', isKind('fifo')],
  ['-S', isKind('socket')],
  ['-h', isLink],
  ['-L', isLink],
  ['-s', (path, context) => (statOf(path, context)?.size ?? 0) > 0],
  ['-r', mayDo({ read: true })],
  ['-w', mayDo({ write: true })],
  ['-x', mayDo({ execute: true })],
  ['-u', hasMode(0o4000)],
  ['-g', hasMode(0o2000)],
  ['-k', hasMode(0o1000)],
  ['-O', (path, context) => [0, OWN_USER_ID].includes(statOf(path, context)?.userId ?? -1)],
  ['-G', (path, context) => [0, OWN_USER_ID].includes(statOf(path, context)?.groupId ?? -1)],
  ['-N', (path, context) => isModifiedSinceRead(statOf(path, context))],
  ['-t', (text, { descriptors }) => descriptors.get(Number(integer(text)))?.kind === 'terminal'],
]);

/** Conditions on two words. */
export const BINARY_TESTS: ReadonlyMap<string, BinaryTest> = new Map<string, BinaryTest>([
  ['=', (left, right) => left === right],
  ['==', (left, right) => left === right],
  ['!=', (left, right) => left !== right],
  ['<', (left, right) => compareCodePoints(left, right) < 0],
  ['>', (left, right) => compareCodePoints(left, right) > 0],
  ['-eq', (left, right) => integer(left) === integer(right)],
  ['-ne', (left, right) => integer(left) !== integer(right)],
  ['-lt', (left, right) => integer(left) < integer(right)],
  ['-le', (left, right) => integer(left) <= integer(right)],
  ['-gt', (left, right) => integer(left) > integer(right)],
  ['-ge', (left, right) => integer(left) >= integer(right)],
  ['-nt', (left, right, context) => modifiedAt(left, context) > modifiedAt(right, context)],
  ['-ot', (left, right, context) => modifiedAt(left, context) < modifiedAt(right, context)],
  ['-ef', isSameFile],
]);

function statOf(path: string, { files, cwd, descriptors }: TestContext): FileStat | undefined {
  const descriptor = /^\/dev\/(?:fd\/(\d+)|(stdin|stdout|stderr))$/.exec(path);
  try {
    if (descriptor) {
      const name = descriptor[2];
      const number = name === undefined ? Number(descriptor[1]) : ['stdin', 'stdout', 'stderr'].indexOf(name);
      return descriptors.get(number)?.stat();
    }
    return path === '' ? undefined : files.stat(joinPath(cwd, path));
  } catch {
    return undefined;
  }
}

function isKind(kind: FileStat['kind']): UnaryTest {
  return (path, context) => statOf(path, context)?.kind === kind;
}

function isLink(path: string, { files, cwd }: TestContext): boolean {
  try {
    return files.lstat(joinPath(cwd, path)).kind === 'symlink';
  } catch {
    return false;
  }
}

function mayDo(rights: AccessRights): UnaryTest {
  return (path, { files, cwd }) => {
    try {
      files.access(joinPath(cwd, path), rights);
      return path !== '';
    } catch {
      return false;
    }
  };
}

function hasMode(bits: number): UnaryTest {
  return (path, context) => ((statOf(path, context)?.mode ?? 0) & bits) !== 0;
}

function isModifiedSinceRead(stat: FileStat | undefined): boolean {
  return stat !== undefined && stat.mtimeMs > stat.atimeMs;
}

function modifiedAt(path: string, context: TestContext): number {
  return statOf(path, context)?.mtimeMs ?? Number.NEGATIVE_INFINITY;
}

function isSameFile(left: string, right: string, context: TestContext): boolean {
  const a = statOf(left, context);
  const b = statOf(right, context);
  return a !== undefined && b !== undefined && a.inode === b.inode && a.device === b.device;
}

function integer(text: string): bigint {
  const trimmed = text.trim();
  if (!/^[+-]?\d+$/.test(trimmed)) throw new WrongTest(`invalid integer ${quote(text)}`);
  return BigInt(trimmed.replace(/^\+/, ''));
}
