import type { CommandPrinter } from './command-printer.ts';
import type { Redirection } from './parse-script.ts';

/** Prints a redirection; the body of a here-document follows at the end of the line. */
export function printRedirection(printer: CommandPrinter, redirection: Redirection): void {
  const { descriptor, operator } = redirection;
  const number = descriptor?.type === 'FileDescriptor' ? descriptor.value : undefined;
  const start = descriptor?.type === 'FileDescriptorVariable' ? `{${descriptor.name}}` : '';
  if (redirection.type === 'HereDoc') {
    const { delimiter } = redirection;
    const shown = delimiter?.quoted ? `'${delimiter.value}'` : (delimiter?.value ?? '');
    printer.write(`${start || (number ? String(number) : '')}${operator}${shown}`);
    printer.addDocument(redirection);
    return;
  }
  const target = redirection.target?.text ?? '';
  if (operator === '<&' || operator === '>&') {
    printer.write(duplication(start, number, operator, target));
    return;
  }
  printer.write(`${start || shownNumber(number, operator)}${operator} ${target}`);
}

function shownNumber(number: number | undefined, operator: string): string {
  if (operator === '<>') return String(number ?? 0);
  return number === undefined || number === (operator.startsWith('<') ? 0 : 1) ? '' : String(number);
}

function duplication(start: string, number: number | undefined, operator: '<&' | '>&', target: string): string {
  const usual = operator === '<&' ? 0 : 1;
  if (target === '-') return `${start || String(number ?? usual)}>&-`;
  if (/^\d+-?$/.test(target)) return `${start || String(number ?? usual)}${operator}${target}`;
  return `${start || (number === undefined || number === usual ? '' : String(number))}${operator}${target}`;
}
