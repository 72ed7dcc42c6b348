import { type CommandUsage, longNames, type OptionSpec } from './command-usage.ts';
import { optionEntries } from './parse-options.ts';

const TEXT_COLUMN = 30;

/** Returns the lines that show how a command is called. */
export function renderSynopsis({ name, synopsis }: CommandUsage<string>): string {
  return synopsis
    .map((form, index) => `${index === 0 ? 'Usage:' : '  or: '} ${`${name} ${form}`.trimEnd()}\n`)
    .join('');
}

/** Returns the text of `--help`. */
export function renderHelp(usage: CommandUsage<string>): string {
  const options = optionEntries(usage.options).map(([, spec]) => renderOption(spec));
  const fixed = [
    renderOption({ long: 'help', help: 'display this help and exit' }),
    renderOption({ long: 'version', help: 'output version information and exit' }),
  ];
  const notes = usage.notes === undefined ? '' : `\n${usage.notes}\n`;
  return `${renderSynopsis(usage)}${usage.summary}\n\n${[...options, ...fixed].join('')}${notes}`;
}

function renderOption(spec: OptionSpec): string {
  if (spec.help === undefined) return '';
  const [long] = longNames(spec);
  const short = spec.short?.[0];
  const value = spec.value ?? '';
  const longForm = long === undefined ? '' : `--${long}${longValue(spec)}`;
  const shortForm = short === undefined ? '  ' : `-${short}`;
  const shortValue = long === undefined && value !== '' ? ` ${value}` : '';
  const separator = short === undefined || long === undefined ? '  ' : ', ';
  const left = `  ${shortForm}${shortValue}${long === undefined ? '' : separator}${longForm}`;
  const gap = left.length < TEXT_COLUMN - 1 ? ' '.repeat(TEXT_COLUMN - left.length) : `\n${' '.repeat(TEXT_COLUMN)}`;
  return `${left}${gap}${spec.help}\n`;
}

function longValue({ value, valueIsOptional }: OptionSpec): string {
  if (value === undefined) return '';
  return valueIsOptional ? `[=${value}]` : `=${value}`;
}
