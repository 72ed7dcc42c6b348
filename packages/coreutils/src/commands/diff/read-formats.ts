import type { ParsedArguments } from '../../arguments/parse-options.ts';
import { parseFormat } from './merged-format.ts';
import type { MergedFormats } from './print-merged.ts';

/** Options that say how both files are printed as one. */
export type FormatOption =
  | 'ifdef'
  | 'lineFormat'
  | 'oldLine'
  | 'newLine'
  | 'commonLine'
  | 'oldGroup'
  | 'newGroup'
  | 'changedGroup'
  | 'commonGroup';

type FormatName = Exclude<FormatOption, 'ifdef' | 'lineFormat'>;

/** What each option sets, and what it is called when it contradicts another. */
const SET_BY: Readonly<Record<FormatOption, { readonly shown: string; readonly sets: readonly FormatName[] }>> = {
  ifdef: { shown: '-D', sets: ['commonGroup', 'oldGroup', 'newGroup', 'changedGroup'] },
  lineFormat: { shown: '--line-format', sets: ['oldLine', 'newLine', 'commonLine'] },
  oldLine: { shown: '--old-line-format', sets: ['oldLine'] },
  newLine: { shown: '--new-line-format', sets: ['newLine'] },
  commonLine: { shown: '--unchanged-line-format', sets: ['commonLine'] },
  oldGroup: { shown: '--old-group-format', sets: ['oldGroup'] },
  newGroup: { shown: '--new-group-format', sets: ['newGroup'] },
  changedGroup: { shown: '--changed-group-format', sets: ['changedGroup'] },
  commonGroup: { shown: '--unchanged-group-format', sets: ['commonGroup'] },
};

/** Returns whether an option is one of those that print both files as one. */
export function isFormatOption(name: string): name is FormatOption {
  return Object.hasOwn(SET_BY, name);
}

/** Returns the formats of a call, or which of them contradict each other. */
export function readFormats(given: ParsedArguments<string>): MergedFormats | string {
  const formats = new Map<FormatName, string>();
  for (const { name, value } of given.given) {
    if (!isFormatOption(name)) continue;
    const { shown, sets } = SET_BY[name];
    for (const target of sets) {
      const text = name === 'ifdef' ? conditionals(target, value) : value;
      if ((formats.get(target) ?? text) !== text) return `conflicting ${shown} option value '${text}'`;
      formats.set(target, text);
    }
  }
  const line = (name: FormatName) => parseFormat(formats.get(name) ?? '%l\n', 'line');
  const old = formats.get('oldGroup') ?? formats.get('changedGroup') ?? '%<';
  const fresh = formats.get('newGroup') ?? formats.get('changedGroup') ?? '%>';
  return {
    lines: { old: line('oldLine'), new: line('newLine'), common: line('commonLine') },
    groups: {
      old: parseFormat(old, 'group'),
      new: parseFormat(fresh, 'group'),
      changed: parseFormat(formats.get('changedGroup') ?? old + fresh, 'group'),
      common: parseFormat(formats.get('commonGroup') ?? '%=', 'group'),
    },
  };
}

/** The lines round a group for C's preprocessor: with `name` defined it reads the second file. */
function conditionals(group: FormatName, name: string): string {
  switch (group) {
    case 'oldGroup':
      return `#ifndef ${name}\n%<#endif /* ! ${name} */\n`;
    case 'newGroup':
      return `#ifdef ${name}\n%>#endif /* ${name} */\n`;
    case 'changedGroup':
      return `#ifndef ${name}\n%<#else /* ${name} */\n%>#endif /* ${name} */\n`;
    default:
      return '%=';
  }
}
