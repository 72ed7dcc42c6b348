import { baseName } from '@cloche/system';
import type { AnalyzedPart } from './command-analyzer.ts';
import type { FileUse } from './command-reading.ts';
import type { CommandSpec, OperandKind } from './commands/command-spec.ts';
import type { Argument, OptionUse, ReadArguments } from './commands/read-options.ts';
import { isHarmlessSetting } from './harmless-setting.ts';

/** A command's arguments with what is known of it. */
export interface CommandUse {
  readonly part: AnalyzedPart;
  readonly spec: CommandSpec | undefined;
  readonly read: ReadArguments;
  readonly isScriptHarmless: boolean;
}

/** Returns the files that a command may read and change; a program that is not known may do so with all it is given. */
export function findFileUses(use: CommandUse): FileUse[] {
  if (!use.part.command) return [];
  const { spec, read, part, isScriptHarmless } = use;
  const uses = new FileUses(use);
  for (const option of read.options) uses.addOption(option);
  if (spec) OPERANDS[spec.operands](uses, use);
  else OPERANDS.any(uses, use);
  const { loads } = spec ?? {};
  if (loads && spec?.operands !== 'pattern' && read.operands.some(({ value }) => loads.test(value ?? '')))
    uses.addUnknown('read');
  if (!isScriptHarmless || spec?.mayBeAlias) uses.addUnknown('read', 'write');
  const isPathspec = ({ value }: Argument): boolean => value !== undefined && /[*?[]|^:/.test(value);
  if (spec?.takesPathspecs && read.operands.some(isPathspec)) uses.addUnknown('read');
  addContents(uses, use);
  if (part.getsMoreArguments) uses.addMore(spec?.operands ?? 'any');
  return uses.list;
}

class FileUses {
  readonly list: FileUse[] = [];
  readonly #use: CommandUse;

  constructor(use: CommandUse) {
    this.#use = use;
  }

  get isWalking(): boolean {
    return this.#use.spec?.walks === true || this.has('walks');
  }

  has(effect: OptionUse['effects'][number]): boolean {
    return this.#use.read.options.some(({ effects }) => effects.includes(effect));
  }

  /** Values of options with an effect. */
  valuesOf(effect: OptionUse['effects'][number]): Argument[] {
    return this.#use.read.options.flatMap(({ effects, value }) => (effects.includes(effect) && value ? [value] : []));
  }

  add(access: FileUse['access'], argument: Argument, more: Partial<FileUse> = {}): void {
    const pattern = patternOf(argument);
    this.list.push({
      access,
      path: argument.value,
      ...(pattern === undefined ? {} : { pattern }),
      text: argument.text,
      isTree: false,
      isPossible: access === 'read',
      ...more,
    });
  }

  addUnknown(...accesses: FileUse['access'][]): void {
    const { text } = this.#use.part;
    for (const access of accesses) this.list.push({ access, path: undefined, text, isTree: true, isPossible: true });
  }

  /** Words that come from input may name any file. */
  addMore(operands: OperandKind): void {
    if (operands === 'none') return;
    this.addUnknown('read');
    if (!READ_ONLY.has(operands)) this.addUnknown('write');
  }

  addOption({ effects, value }: OptionUse): void {
    for (const effect of effects) {
      if (effect === 'lists') this.addUnknown('read');
      if (effect === 'extracts') this.add('write', HERE, { isTree: true });
      if (!value) continue;
      if (effect === 'reads' || effect === 'lists') this.add('read', value);
      if (effect === 'writes') this.add('write', value, { isTree: true });
      if (effect === 'target' && !INTO_TARGET.has(this.#use.spec?.operands ?? 'any'))
        this.add('write', value, { isTree: true });
      if (effect === 'runs') this.addScript(value);
      if (effect === 'configures' && !isHarmlessSetting(value.value)) this.addUnknown('read', 'write');
      if (effect === 'uploads') for (const name of namesIn(value.value ?? '')) this.addName(name);
      if (effect === 'uploads' && value.value === undefined) this.add('read', value);
    }
  }

  /** A file that is run, or a command that may read and change any. */
  addScript(script: Argument): void {
    const isFile = script.value !== undefined && !/\s/.test(script.value);
    if (isFile) this.add('read', script);
    else this.addUnknown('read', 'write');
  }

  addName(name: string): void {
    this.add('read', { text: name, value: name, start: name });
  }

  /** Every word as what it may name; also what options that the table does not have may be given. */
  addAllWords(accesses: readonly FileUse['access'][]): void {
    for (const word of this.#use.part.words.slice(1)) {
      const names = word.value === undefined ? [undefined] : namesIn(word.value);
      for (const access of accesses)
        for (const name of names)
          this.add(
            access,
            { ...word, value: name },
            { isPossible: true, isTree: access === 'read' ? this.isWalking : true },
          );
    }
  }

  /** Files that are read: exactly those, where all options are known, else whatever the words may name. */
  addReads(files: readonly Argument[], { isTree = this.isWalking }: { readonly isTree?: boolean } = {}): void {
    const { read, spec } = this.#use;
    const isExact = spec?.isOpen !== true && read.unknown.length === 0 && read.unclear.length === 0;
    if (!isExact) this.addAllWords(['read']);
    for (const file of files) {
      for (const name of file.value === undefined ? [undefined] : namesIn(file.value))
        this.add('read', { ...file, value: name }, { isTree });
    }
    if (this.has('in-place')) for (const file of files) this.add('write', file);
  }

  addTargets(sources: readonly Argument[], target: Argument): void {
    const isUnknown = sources.some(({ value }) => value === undefined);
    const isTree = this.isWalking || isUnknown || this.#use.spec?.operands === 'move';
    this.add('write', target, { isTree });
    if (target.value === undefined) return;
    for (const { value } of sources) {
      if (value === undefined) continue;
      const path = `${target.value}/${baseName(value)}`;
      this.add('write', { text: path, value: path, start: path }, { isTree });
    }
  }
}

const HERE: Argument = { text: '.', value: '.', start: '.' };
const READ_ONLY: ReadonlySet<OperandKind> = new Set(['none', 'read', 'compared', 'pattern', 'setting']);
const INTO_TARGET: ReadonlySet<OperandKind> = new Set(['copy', 'move', 'link']);

type AddOperands = (uses: FileUses, use: CommandUse) => void;

const OPERANDS: Readonly<Record<OperandKind, AddOperands>> = {
  none(uses, { read }) {
    if (!uses.has('deletes')) return;
    const starts = read.operands.filter(({ value }) => value === undefined || !/^[(!)]$/.test(value));
    for (const start of starts.length > 0 ? starts : [HERE]) uses.add('write', start, { isTree: true });
  },
  read: (uses, { read }) => uses.addReads(read.operands),
  compared(uses, { read }) {
    // Of two directories all files that have the same names are read.
    uses.addReads(read.operands, { isTree: true });
    for (const { value: directory } of read.operands)
      for (const { value } of read.operands)
        if (directory !== undefined && value !== undefined && value !== directory)
          uses.addName(`${directory}/${baseName(value)}`);
  },
  setting: () => undefined,
  pattern(uses, { read, spec }) {
    const files = uses.has('pattern') ? read.operands : read.operands.slice(1);
    uses.addReads(files);
    const walksHere = spec?.walksHere === 'always' || (uses.isWalking && files.length === 0);
    if (walksHere && (spec?.walksHere || uses.has('walks'))) uses.add('read', HERE, { isTree: true });
    const [script] = read.operands;
    const isLoading = script?.value === undefined || spec?.loads?.test(script.value);
    if (spec?.loads && script && isLoading && !uses.has('pattern')) uses.addUnknown('read');
  },
  write: (uses, { read }) => addWrites(uses, read.operands),
  delete: (uses, { read }) => addWrites(uses, read.operands),
  mode: (uses, { read }) => addWrites(uses, uses.has('pattern') ? read.operands : read.operands.slice(1)),
  copy: addCopies,
  move: addCopies,
  link: addCopies,
  'in-out'(uses, { read }) {
    const [input, output] = read.operands;
    uses.addReads(input ? [input] : []);
    if (output) uses.add('write', output);
    if (read.unclear.length > 0) uses.addUnknown('write');
  },
  pieces(uses, { read }) {
    const [input, prefix] = read.operands;
    uses.addReads(input ? [input] : []);
    const start = prefix ? prefix.value : 'x';
    uses.add(
      'write',
      { text: prefix?.text ?? 'x', value: undefined, start: '' },
      start === undefined ? {} : { pattern: `${start}*` },
    );
  },
  archive(uses, { read, spec }) {
    const archives = read.options.filter(({ name }) => name === 'f' || name === 'file').map(({ value }) => value);
    const [first, ...rest] = read.operands;
    const isOperand = spec?.hasOldStyle !== true;
    const archive = isOperand ? first : archives.at(-1);
    const isWritten = isOperand || uses.has('writes');
    if (archive) uses.add(isWritten ? 'write' : 'read', archive);
    const isPacking = isOperand || isWritten;
    for (const file of isOperand ? rest : read.operands)
      if (isPacking) uses.add('read', file, { isTree: uses.isWalking });
    if (uses.has('deletes')) for (const file of read.operands) uses.add('write', file, { isTree: true });
    if (read.unknown.length > 0 || read.unclear.length > 0) uses.addAllWords(['read', 'write']);
  },
  unpack(uses, { read }) {
    const [archive] = read.operands;
    uses.addReads(archive ? [archive] : []);
    if (uses.valuesOf('target').length === 0) uses.add('write', HERE, { isTree: true });
  },
  convert(uses, { read }) {
    uses.addReads(read.operands);
    if (uses.has('reads')) return;
    for (const file of read.operands) {
      uses.add('write', file, { isTree: uses.isWalking });
      const { value } = file;
      for (const path of value === undefined ? [] : packedNames(value))
        uses.add('write', { text: path, value: path, start: path });
    }
  },
  any: (uses, { spec }) => uses.addAllWords(spec?.usesNetwork ? ['read'] : ['read', 'write']),
  repository(uses) {
    uses.addAllWords(['read']);
    uses.addUnknown('write');
  },
  command: (uses) => uses.addAllWords(['read', 'write']),
  assigned(uses, { read }) {
    for (const { value, text } of read.operands) {
      const [, name, path] = /^(\w+)=(.*)$/s.exec(value ?? '') ?? [];
      if (value === undefined) uses.addUnknown('read', 'write');
      else if (path !== undefined) uses.add(name === 'of' ? 'write' : 'read', { text, value: path, start: path });
    }
  },
};

/** What a command of git shows of the files behind `--`, or of all. */
function addContents(uses: FileUses, { spec, read, part }: CommandUse): void {
  if (spec?.shows === undefined) return;
  if (spec.showsWith && !spec.showsWith.test(read.operands[0]?.value ?? '')) return;
  const isRaw = uses.valuesOf('templates').some(({ value }) => value === undefined || value.includes('%(raw'));
  const isDefault = spec.shows === 'by default' && !uses.has('skims');
  const isShown = spec.shows === 'always' || uses.has('walks') || isRaw || isDefault;
  // `HEAD:file` names one.
  const isNamed = read.operands.length > 0 && read.operands.every(({ value }) => /^[^:]+:./.test(value ?? ''));
  if (!isShown || (isNamed && spec.shows !== 'always')) return;
  const end = part.words.findIndex(({ value }) => value === '--');
  const paths = end < 0 || uses.has('whole') || spec.showsWith ? [] : part.words.slice(end + 1);
  for (const path of paths) uses.add('read', path, { isTree: true });
  if (paths.length === 0) uses.addUnknown('read');
}

function addWrites(uses: FileUses, files: readonly Argument[]): void {
  for (const file of files) uses.add('write', file, { isTree: uses.isWalking });
}

function addCopies(uses: FileUses, { read, spec }: CommandUse): void {
  const { operands } = read;
  if (uses.has('in-place')) {
    addWrites(uses, operands);
    return;
  }
  const targets = uses.valuesOf('target');
  const isInto = targets.length > 0;
  const last = operands.at(-1);
  const isLinkHere = spec?.operands === 'link' && operands.length === 1;
  const sources = isInto || isLinkHere ? operands : operands.slice(0, -1);
  const places = isInto ? targets : [isLinkHere || !last ? HERE : last];
  for (const source of sources) {
    const isMoved = spec?.operands === 'move';
    uses.add('read', source, {
      isTree: uses.isWalking || isMoved || spec?.operands === 'link',
      isPossible: isMoved || isInto,
    });
    if (isMoved || uses.has('destroys')) uses.add('write', source, { isTree: true });
    const { value } = source;
    // A link's target is read from where the link is.
    for (const { value: place } of spec?.operands === 'link' && value !== undefined ? places : []) {
      const directory = place?.includes('/') ? place.slice(0, place.lastIndexOf('/')) : '.';
      for (const start of [directory, place ?? '.'])
        if (value?.startsWith('/') === false) uses.addName(`${start}/${value}`);
    }
  }
  if (sources.length > 0 || isInto) for (const place of places) uses.addTargets(sources, place);
}

function packedNames(path: string): string[] {
  const shorter = path.replace(/\.[^./]+$/, '');
  return [...['gz', 'bz2', 'xz', 'zst', 'Z'].map((end) => `${path}.${end}`), ...(shorter === path ? [] : [shorter])];
}

const MAX_CLUSTER = 12;

/**
 * Returns the names that may stand in an argument: itself, what follows `=`, `@`, `:` or `file://`, and what may be joined
 * to short options.
 */
function namesIn(value: string): string[] {
  const names = new Set<string>();
  const note = (text: string): void => {
    const behind = (sign: string): string[] => [
      text.slice(text.indexOf(sign) + 1),
      text.slice(text.lastIndexOf(sign) + 1),
    ];
    for (const piece of [text, ...behind('='), ...behind(':')]) {
      const name = piece
        .replace(/^file:\/\/[^/]*/, '')
        .replace(/^[@<]/, '')
        .replace(/;.*$/s, '');
      if (name !== '') names.add(name);
    }
    const sent = /[@<]([^@]+)$/s.exec(text)?.[1];
    if (sent !== undefined) names.add(sent);
  };
  if (!value.startsWith('-')) note(value);
  else if (value.startsWith('--')) {
    const at = value.indexOf('=');
    if (at > 0) note(value.slice(at + 1));
  } else for (let at = 2; at < Math.min(value.length, MAX_CLUSTER); at++) note(value.slice(at));
  return [...names];
}

/** Returns the pattern of a word that is nothing but one, else `undefined`. */
function patternOf({ text, value }: Argument): string | undefined {
  return value === undefined && /[*?[\]]/.test(text) && !/[$`"'\\~{}<>]/.test(text) && !text.startsWith('-')
    ? text
    : undefined;
}
