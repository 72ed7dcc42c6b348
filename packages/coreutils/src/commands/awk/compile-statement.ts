import { fatal } from './awk-fault.ts';
import type { CodeBuilder, Label } from './code-builder.ts';
import { ExpressionCompiler } from './compile-expression.ts';
import { sortElements } from './element-order.ts';
import { formatText } from './format-text.ts';
import type { Machine } from './machine.ts';
import type { Scope } from './scope.ts';
import type { AwkStatement } from './syntax.ts';
import { AwkArray, type AwkValue, compareValues, toText } from './values.ts';

type Statement<Kind extends AwkStatement['kind']> = Extract<AwkStatement, { kind: Kind }>;

/** Where `break` and `continue` lead. */
interface Jumps {
  readonly break: Label;
  readonly continue: Label | undefined;
}

/** Compiles statements: each leaves the stack as it was. */
export class StatementCompiler {
  readonly expressions: ExpressionCompiler;
  readonly #builder: CodeBuilder;
  readonly #jumps: Jumps[] = [];

  constructor(builder: CodeBuilder, scope: Scope) {
    this.#builder = builder;
    this.expressions = new ExpressionCompiler(builder, scope);
  }

  add(statement: AwkStatement): void {
    if ('place' in statement) this.#builder.sourcePlace = statement.place;
    switch (statement.kind) {
      case 'print':
      case 'printf':
        this.#print(statement);
        return;
      case 'expression':
        this.expressions.add(statement.expression);
        this.#builder.emit((machine) => void machine.pop());
        return;
      case 'if':
        this.#if(statement);
        return;
      case 'while':
        this.#while(statement);
        return;
      case 'do':
        this.#do(statement);
        return;
      case 'for':
        this.#for(statement);
        return;
      case 'for-in':
        this.#forIn(statement);
        return;
      case 'switch':
        this.#switch(statement);
        return;
      case 'block':
        for (const inner of statement.statements) this.add(inner);
        return;
      case 'next':
      case 'nextfile':
        this.#stop(statement.kind);
        return;
      case 'break':
      case 'continue':
        this.#jumpOut(statement.kind);
        return;
      case 'exit':
        this.#exit(statement);
        return;
      case 'return':
        if (statement.value) this.expressions.add(statement.value);
        else this.#builder.emit((machine) => machine.push(undefined));
        this.#builder.emit((machine) => machine.leave());
        return;
      case 'delete':
        this.#delete(statement);
        return;
    }
  }

  #stop(flow: 'next' | 'nextfile'): void {
    this.#builder.emit((machine) => machine.stop(flow));
  }

  #print({ kind, operands, output, place }: Statement<'print' | 'printf'>): void {
    for (const operand of operands) this.expressions.add(operand);
    if (output) this.expressions.add(output.name);
    const textOf =
      kind === 'print'
        ? printedText
        : (machine: Machine, values: AwkValue[]) => {
            const [format, ...rest] = values;
            const { conversionFormat } = machine.runtime.settings;
            return formatText(toText(format, conversionFormat), rest, conversionFormat, place);
          };
    this.#builder.emit((machine) => {
      const { runtime } = machine;
      const name = output ? machine.popText() : '';
      const values = operands.map(() => machine.popValue()).reverse();
      const text = textOf(machine, values);
      const buffer = output ? runtime.streams.output(output.kind, name, place) : runtime.output;
      if (!(buffer instanceof Promise)) {
        buffer.putText(text);
        return buffer.isTerminal || name === '/dev/stderr' ? buffer.flush() : buffer.drain();
      }
      return buffer.then((opened) => {
        opened.putText(text);
      });
    });
  }

  #if({ test, body, otherwise }: Statement<'if'>): void {
    const [isFalse, end] = [this.#builder.createLabel(), this.#builder.createLabel()];
    this.expressions.add(test);
    this.#builder.jumpIf(false, isFalse);
    this.add(body);
    if (otherwise) this.#builder.jump(end);
    this.#builder.place(isFalse);
    if (otherwise) this.add(otherwise);
    this.#builder.place(end);
  }

  #while({ test, body }: Statement<'while' | 'do'>): void {
    const [start, end] = [this.#builder.createLabel(), this.#builder.createLabel()];
    this.#builder.place(start);
    this.expressions.add(test);
    this.#builder.jumpIf(false, end);
    this.#loopBody(body, { break: end, continue: start });
    this.#builder.jumpBack(start);
    this.#builder.place(end);
  }

  #do({ test, body }: Statement<'while' | 'do'>): void {
    const [start, again, end] = [this.#builder.createLabel(), this.#builder.createLabel(), this.#builder.createLabel()];
    this.#builder.place(start);
    this.#loopBody(body, { break: end, continue: again });
    this.#builder.place(again);
    this.expressions.add(test);
    this.#builder.jumpIf(false, end);
    this.#builder.jumpBack(start);
    this.#builder.place(end);
  }

  #for({ before, test, after, body }: Statement<'for'>): void {
    const [start, again, end] = [this.#builder.createLabel(), this.#builder.createLabel(), this.#builder.createLabel()];
    if (before) this.add(before);
    this.#builder.place(start);
    if (test) {
      this.expressions.add(test);
      this.#builder.jumpIf(false, end);
    }
    this.#loopBody(body, { break: end, continue: again });
    this.#builder.place(again);
    if (after) this.add(after);
    this.#builder.jumpBack(start);
    this.#builder.place(end);
  }

  /** Goes through the keys that the array has at the start. */
  #forIn({ variable, array, body }: Statement<'for-in'>): void {
    const [start, end] = [this.#builder.createLabel(), this.#builder.createLabel()];
    const number = this.#builder.nextLoop();
    this.expressions.addArray(array);
    this.#builder.emit((machine) => {
      machine.loops[number] = { keys: keysInOrder(machine, machine.popArray()), index: 0 };
    });
    this.#builder.place(start);
    this.#builder.emit((machine) => {
      const loop = machine.loops[number];
      const key = loop?.keys[loop.index++];
      if (key === undefined) machine.jump(end.at);
      else machine.push(key);
    });
    this.expressions.addStore(variable);
    this.#builder.emit((machine) => void machine.pop());
    this.#loopBody(body, { break: end, continue: start });
    this.#builder.jumpBack(start);
    this.#builder.place(end);
  }

  #loopBody(body: AwkStatement, jumps: Jumps): void {
    this.#jumps.push(jumps);
    this.add(body);
    this.#jumps.pop();
  }

  #jumpOut(kind: 'break' | 'continue'): void {
    const label = this.#jumps.findLast((jumps) => jumps[kind] !== undefined)?.[kind];
    if (!label) throw fatal(`\`${kind}' is not allowed outside a loop${kind === 'break' ? ' or switch' : ''}`);
    this.#builder.jump(label);
  }

  #switch({ value, cases }: Statement<'switch'>): void {
    const end = this.#builder.createLabel();
    const labels = cases.map(() => this.#builder.createLabel());
    this.expressions.add(value);
    cases.forEach((option, index) => {
      const label = labels[index];
      if (!option.value || !label) return;
      const pattern = option.value.kind === 'regexp' ? option.value : undefined;
      if (!pattern) this.expressions.add(option.value);
      this.#builder.emit((machine) => {
        const wanted = pattern ? undefined : machine.popValue();
        const given = machine.popValue();
        const { regexps, settings } = machine.runtime;
        const isMatch = pattern
          ? regexps.compile(pattern.source, pattern.place).test(toText(given, settings.conversionFormat))
          : compareValues(given, wanted, settings.conversionFormat) === 0;
        if (isMatch) machine.jump(label.at);
        else machine.push(given);
      });
    });
    this.#builder.emit((machine) => void machine.pop());
    this.#builder.jump(labels[cases.findIndex((option) => !option.value)] ?? end);
    this.#jumps.push({ break: end, continue: undefined });
    cases.forEach(({ body }, index) => {
      const label = labels[index];
      if (label) this.#builder.place(label);
      for (const statement of body) this.add(statement);
    });
    this.#jumps.pop();
    this.#builder.place(end);
  }

  #exit({ value }: Statement<'exit' | 'return'>): void {
    if (value) {
      this.expressions.add(value);
      this.#builder.emit((machine) => {
        machine.runtime.exitStatus = Math.trunc(machine.popNumber()) & 0xff;
      });
    }
    this.#builder.emit((machine) => machine.stop('exit'));
  }

  #delete({ array, subscripts }: Statement<'delete'>): void {
    this.expressions.addArray(array);
    if (subscripts) this.expressions.addSubscript(subscripts);
    this.#builder.emit((machine) => {
      const key = subscripts ? machine.popText() : undefined;
      const { elements } = machine.popArray();
      if (key === undefined) elements.clear();
      else elements.delete(key);
    });
  }
}

function printedText({ runtime: { record, settings } }: Machine, values: readonly AwkValue[]): string {
  const { outputSeparator, outputRecordSeparator, outputFormat } = settings;
  if (values.length === 0) return record.text + outputRecordSeparator;
  const texts = values.map((value) => toText(value, outputFormat));
  return texts.join(outputSeparator) + outputRecordSeparator;
}

function keysInOrder({ runtime }: Machine, array: AwkArray): readonly string[] {
  const facts = runtime.variable('PROCINFO').get();
  const order = facts instanceof AwkArray ? facts.elements.get('sorted_in') : undefined;
  const sorted = typeof order === 'string' ? sortElements(array, order, runtime.settings.conversionFormat) : undefined;
  return sorted ? sorted.map(([key]) => key) : [...array.elements.keys()];
}
