import type { Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quote } from '../../arguments/quote.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { formatFloat } from '../../text/format-number.ts';
import { type Decimal, parseDecimal, showDecimal } from './decimal.ts';

type SeqOption = 'format' | 'separator' | 'equalWidth';
type SeqRun = CommandRun<SeqOption>;

const USAGE: CommandUsage<SeqOption> = {
  name: 'seq',
  synopsis: ['[OPTION]... LAST', '[OPTION]... FIRST LAST', '[OPTION]... FIRST INCREMENT LAST'],
  summary: 'Print the numbers from FIRST to LAST, in steps of INCREMENT.',
  stopsAtOperand: true,
  options: {
    format: { short: 'f', long: 'format', value: 'FORMAT', help: "print numbers by printf's FORMAT" },
    separator: { short: 's', long: 'separator', value: 'STRING', help: 'print STRING between numbers, not newlines' },
    equalWidth: { short: 'w', long: 'equal-width', help: 'pad with zeros to the same width' },
  },
};

/** Prints numbers. Negative operands are no options. */
export const seq: Program = (context) => {
  const { argv } = context;
  const first = argv.findIndex((word, index) => index > 0 && /^-?[\d.]/.test(word));
  const isNegative = argv[first]?.startsWith('-') === true && !argv.slice(1, first).includes('--');
  return command(isNegative ? { ...context, argv: [...argv.slice(0, first), '--', ...argv.slice(first)] } : context);
};

const command: Program = defineCommand(USAGE, async (run) => {
  const numbers = readNumbers(run);
  if (typeof numbers === 'string') return run.failUsage(numbers);
  const { first, step, last } = numbers;
  const scale = Math.max(first.places, step.places);
  const limit = Math.max(scale, last.places);
  const toUnits = ({ units, places }: Decimal): bigint => units * 10n ** BigInt(limit - places);
  const [start, stride, end] = [toUnits(first), toUnits(step), toUnits(last)];
  const format = createFormat(run, { scale, limit, start, end });
  if (typeof format === 'string') return run.failUsage(format);
  const separator = run.arguments.value('separator') ?? '\n';
  let isFirst = true;
  for (let value = start; stride > 0n ? value <= end : value >= end; value += stride) {
    run.output.putText((isFirst ? '' : separator) + format(value));
    isFirst = false;
    const wait = run.output.drain() ?? run.context.yieldIfDue();
    if (wait) await wait;
  }
  if (!isFirst) run.output.putText('\n');
  return 0;
});

function readNumbers({ arguments: { operands } }: SeqRun): { first: Decimal; step: Decimal; last: Decimal } | string {
  if (operands.length === 0) return 'missing operand';
  const extra = operands[3];
  if (extra !== undefined) return `extra operand ${quote(extra)}`;
  const parsed: Decimal[] = [];
  for (const operand of operands) {
    if (/^[+-]?nan$/i.test(operand)) return `invalid ${quote('not-a-number')} argument: ${quote(operand)}`;
    const number = /^[+-]?inf(?:inity)?$/i.test(operand) ? infinity(operand) : parseDecimal(operand);
    if (!number) return `invalid floating point argument: ${quote(operand)}`;
    parsed.push(number);
  }
  const one: Decimal = { units: 1n, places: 0 };
  const last = parsed.at(-1) ?? one;
  const first = parsed.length > 1 ? (parsed[0] ?? one) : one;
  const step = parsed.length > 2 ? (parsed[1] ?? one) : one;
  if (step.units === 0n) return `invalid Zero increment value: ${quote(operands[1] ?? '')}`;
  return { first, step, last };
}

/** Farther than anybody counts. */
function infinity(text: string): Decimal {
  const far = 10n ** 1000n;
  return { units: text.startsWith('-') ? -far : far, places: 0 };
}

function createFormat(
  run: SeqRun,
  { scale, limit, start, end }: { scale: number; limit: number; start: bigint; end: bigint },
): ((value: bigint) => string) | string {
  const show = (value: bigint): string => showDecimal(value / 10n ** BigInt(limit - scale), scale);
  const format = run.arguments.value('format');
  if (format !== undefined) {
    const [whole, flags = '', width = '', precision, letter = ''] =
      /%([-+ 0#']*)(\d*)(?:\.(\d*))?l?([aAeEfFgG])/.exec(format.replaceAll('%%', '\0\0')) ?? [];
    if (whole === undefined) {
      const letter = /%[-+ 0#']*\d*(?:\.\d*)?(.)/.exec(format.replaceAll('%%', ''))?.[1];
      return `format ${quote(format)} has ${letter === undefined ? 'no %' : `unknown %${letter}`} directive`;
    }
    const at = format.replaceAll('%%', '\0\0').indexOf(whole);
    const [before, after] = [format.slice(0, at), format.slice(at + whole.length)].map((part) =>
      part.replaceAll('%%', '%'),
    );
    const conversion = {
      flags,
      width: Number(width),
      precision: precision === undefined ? undefined : Number(precision),
      letter,
    };
    return (value) => `${before ?? ''}${formatFloat(Number(show(value)), conversion)}${after ?? ''}`;
  }
  if (!run.arguments.has('equalWidth')) return show;
  const width = Math.max(show(start).length, show(end).length);
  return (value) => {
    const text = show(value);
    return text.startsWith('-') ? `-${text.slice(1).padStart(width - 1, '0')}` : text.padStart(width, '0');
  };
}
