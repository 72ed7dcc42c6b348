import type { CommandPrinter } from './command-printer.ts';
import type {
  AndOr,
  ArithmeticFor,
  Case,
  Command,
  CommandArgument,
  CommandNode,
  CompoundCommand,
  CompoundList,
  Coproc,
  Elif,
  FunctionDefinition,
  If,
  Pipeline,
  PipelineNode,
  Redirection,
  Statement,
  WordNode,
} from './parse-script.ts';
import { printRedirection } from './print-redirection.ts';
import { printTest } from './print-test.ts';

/** Prints the body of a function between braces, and its redirections after them. */
export function printFunctionBody(printer: CommandPrinter, { body }: FunctionDefinition): void {
  const inner = body.type === 'Redirected' ? body.command : body;
  if (inner.type === 'BraceGroup') printBraces(printer, inner.body.commands);
  else if (inner.type === 'CompoundList') printBraces(printer, inner.commands);
  else {
    printer.write('{ ');
    printer.indented(() => {
      printer.startLine();
      if (body.type !== 'CompoundList') printCommand(printer, body);
    });
    endBraces(printer);
    return;
  }
  if (body.type === 'Redirected') printRedirections(printer, body.redirects);
}

function printBraces(printer: CommandPrinter, statements: readonly Statement[]): void {
  printer.write('{ ');
  printer.indented(() => {
    printer.startLine();
    printStatements(printer, statements);
  });
  endBraces(printer);
}

function endBraces(printer: CommandPrinter): void {
  printer.writeDocuments();
  printer.startLine();
  printer.write('}');
}

function printStatements(printer: CommandPrinter, statements: readonly Statement[]): void {
  statements.forEach((statement, index) => {
    const before = statements[index - 1];
    if (before?.background) printer.write(' ');
    else if (before) {
      printer.writeSemicolon();
      printer.startLine();
    }
    printStatement(printer, statement);
  });
}

function printStatement(printer: CommandPrinter, { command, background }: Statement): void {
  if (command.type === 'AndOr') printAndOr(printer, command);
  else printPipelineNode(printer, command);
  if (!background) return;
  printer.write(' &');
  if (printer.writeDocuments()) printer.write(' ');
}

function printAndOr(printer: CommandPrinter, { commands, operators }: AndOr): void {
  commands.forEach((command, index) => {
    const operator = operators[index - 1];
    if (operator) {
      printer.write(` ${operator} `);
      printer.writeDocuments();
      if (printer.text.endsWith('\n')) printer.write(' ');
    }
    printPipelineNode(printer, command);
  });
}

function printPipelineNode(printer: CommandPrinter, node: PipelineNode): void {
  if (node.type === 'Pipeline') printPipeline(printer, node);
  else printCommand(printer, node);
}

function printPipeline(printer: CommandPrinter, { prefixes, commands, operators }: Pipeline): void {
  const negations = prefixes.filter((prefix) => prefix.type === 'Negation').length;
  for (const prefix of prefixes) if (prefix.type === 'Time') printer.write(prefix.posix ? 'time -p ' : 'time ');
  if (negations % 2 === 1) printer.write('! ');
  commands.forEach((command, index) => {
    if (index > 0) {
      printer.write(operators[index - 1] === '|&' ? ' 2>&1 |' : ' |');
      if (printer.writeDocuments()) printer.write(' ');
      printer.write(' ');
    }
    printCommand(printer, command);
  });
}

/** Prints a command of any kind at the current place. */
function printCommand(printer: CommandPrinter, node: CommandNode): void {
  switch (node.type) {
    case 'Command':
      printSimple(printer, node);
      return;
    case 'Redirected':
      printCompound(printer, node.command);
      printRedirections(printer, node.redirects);
      return;
    case 'Function':
      printer.write(`function ${node.name.text} () \n${printer.indentation}`);
      printFunctionBody(printer, node);
      return;
    case 'Coproc':
      printCoproc(printer, node);
      return;
    default:
      printCompound(printer, node);
  }
}

/** Prints a simple command. */
export function printSimple(printer: CommandPrinter, { name, prefix, suffix, redirects }: Command): void {
  const words = [...prefix, ...(name ? [name] : []), ...suffix].filter(
    (item) => item.type === 'Word' || item.type === 'Assignment',
  );
  printer.write(words.map(argumentText).join(' '));
  if (words.length === 0) printRedirections(printer, redirects, '');
  else printRedirections(printer, redirects);
}

function argumentText(argument: CommandArgument): string {
  if (argument.type === 'Word' || argument.value.type === 'Word') return wordText(argument.text);
  const { value } = argument;
  const name = argument.text.slice(0, argument.text.indexOf('('));
  return `${name}(${value.elements.map((element) => wordText(element.text)).join(' ')})`;
}

function wordText(text: string): string {
  return text.replaceAll('\\\n', '');
}

function printRedirections(printer: CommandPrinter, redirects: readonly Redirection[], before = ' '): void {
  redirects.forEach((redirect, index) => {
    printer.write(index === 0 ? before : ' ');
    printRedirection(printer, redirect);
  });
}

function printCoproc(printer: CommandPrinter, { name, body }: Coproc): void {
  printer.write(`coproc ${name?.text ?? 'COPROC'} `);
  if (body.type === 'CompoundList') printStatements(printer, body.commands);
  else printCommand(printer, body);
}

function printCompound(printer: CommandPrinter, node: CompoundCommand): void {
  switch (node.type) {
    case 'BraceGroup':
      printBraces(printer, node.body.commands);
      return;
    case 'Subshell':
      printer.write('( ');
      printStatements(printer, node.body.commands);
      printer.writeDocuments();
      printer.write(' )');
      return;
    case 'If':
      printIf(printer, node, node.elif);
      return;
    case 'For':
    case 'Select':
      printer.write(`${node.type === 'For' ? 'for' : 'select'} ${node.name.text} in ${listText(node.wordlist)};`);
      printer.startLine();
      printLoopBody(printer, node.body);
      return;
    case 'ArithmeticFor':
      printArithmeticFor(printer, node);
      return;
    case 'While':
      printer.write(`${node.kind} `);
      printCondition(printer, node.clause);
      printLoopBody(printer, node.body);
      return;
    case 'Case':
      printCase(printer, node);
      return;
    case 'TestCommand':
      printer.write(`[[ ${printTest(node.expression)} ]]`);
      return;
    case 'ArithmeticCommand':
      printer.write(`((${node.body}))`);
  }
}

function listText(words: readonly WordNode[] | undefined): string {
  return words ? words.map((word) => wordText(word.text)).join(' ') : '"$@"';
}

function printCondition(printer: CommandPrinter, list: CompoundList): void {
  printStatements(printer, list.commands);
  printer.writeSemicolon();
  printer.write(' ');
}

/** Prints a list one level deeper, its last command ended, and starts a line for the word that closes it. */
function printBlock(printer: CommandPrinter, list: CompoundList): void {
  printer.indented(() => {
    printer.startLine();
    printStatements(printer, list.commands);
    printer.writeSemicolon();
  });
  printer.startLine();
}

function printLoopBody(printer: CommandPrinter, list: CompoundList): void {
  printer.write('do');
  printBlock(printer, list);
  printer.write('done');
}

/** `elif` is printed as an `if` inside `else`. */
function printIf(printer: CommandPrinter, node: If | Elif, rest: readonly Elif[], last?: CompoundList): void {
  const otherwise = node.type === 'If' ? node.else : last;
  printer.write('if ');
  printCondition(printer, node.clause);
  printer.write('then');
  printBlock(printer, node.then);
  const [next, ...others] = rest;
  if (next) {
    printer.write('else');
    printer.indented(() => {
      printer.startLine();
      printIf(printer, next, others, otherwise);
      printer.writeSemicolon();
    });
    printer.startLine();
  } else if (otherwise) {
    printer.write('else');
    printBlock(printer, otherwise);
  }
  printer.write('fi');
}

function printArithmeticFor(printer: CommandPrinter, { initialize, test, update, body }: ArithmeticFor): void {
  const parts = [initialize, test, update].map((part) => (part ? printer.source.slice(part.pos, part.end) : '1'));
  printer.write(`for ((${parts.join('; ')}))`);
  printer.startLine();
  printLoopBody(printer, body);
}

function printCase(printer: CommandPrinter, { word, items }: Case): void {
  printer.write(`case ${wordText(word.text)} in `);
  printer.indented(() => {
    for (const { pattern, body, terminator } of items) {
      printer.startLine();
      printer.write(`${pattern.map((text) => wordText(text.text)).join(' | ')})`);
      printer.indented(() => {
        if (body.commands.length > 0) printer.startLine();
        else printer.write('\n');
        printStatements(printer, body.commands);
        printer.writeDocuments();
      });
      printer.startLine();
      printer.write(terminator ?? ';;');
    }
  });
  printer.startLine();
  printer.write('esac');
}
