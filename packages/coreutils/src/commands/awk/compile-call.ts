import { fatal } from './awk-fault.ts';
import type { CodeBuilder } from './code-builder.ts';
import type { ExpressionCompiler } from './compile-expression.ts';
import { BuiltinCall, type OperandMode } from './functions/builtin.ts';
import { BUILTINS } from './functions/builtin-table.ts';
import { substitute } from './functions/substitute.ts';
import type { Scope } from './scope.ts';
import type { AwkExpression, AwkTarget } from './syntax.ts';
import { isValue, RegexpOperand } from './values.ts';

type Expression<Kind extends AwkExpression['kind']> = Extract<AwkExpression, { kind: Kind }>;

/** Compiles calls of functions: each leaves the result on the stack. */
export class CallCompiler {
  readonly #builder: CodeBuilder;
  readonly #scope: Scope;
  /** Compiles what is passed. */
  readonly #expressions: ExpressionCompiler;

  constructor(builder: CodeBuilder, scope: Scope, expressions: ExpressionCompiler) {
    this.#builder = builder;
    this.#scope = scope;
    this.#expressions = expressions;
  }

  /** A function of the program. */
  addCall({ name, isIndirect, operands, place }: Expression<'call'>): void {
    const { functions } = this.#scope;
    const named = isIndirect ? this.#scope.find(name) : undefined;
    if (!isIndirect && !functions.has(name)) throw fatal(`function \`${name}' not defined`, place);
    for (const operand of operands) this.#operand(operand, 'any');
    this.#builder.emit((machine) => {
      const cell = named?.read(machine);
      const called = named ? String(isValue(cell) && cell !== undefined ? machine.textOf(cell) : '') : name;
      const target = functions.get(called);
      if (!target) throw fatal(`function called indirectly through \`${name}' does not exist`, place);
      if (operands.length > target.parameters.length) {
        throw fatal(`function \`${called}' called with more arguments than declared`, place);
      }
      machine.call(target.code, operands.length, target.parameters.length);
    });
  }

  #operand(operand: AwkExpression, mode: OperandMode): void {
    const only = operand.kind === 'grouping' && operand.items.length === 1 ? (operand.items[0] ?? operand) : operand;
    if (mode === 'array' && (only.kind === 'variable' || only.kind === 'element')) {
      this.#expressions.addArray(only);
    } else if (mode === 'regexp' && only.kind === 'regexp') {
      const regexp = new RegexpOperand(only.source);
      this.#builder.emit((machine) => machine.push(regexp));
    } else if (mode === 'any' && only.kind === 'variable') {
      const cell = this.#scope.find(only.name);
      this.#builder.emit((machine) => machine.push(cell.pass(machine)));
    } else if (mode === 'any' && only.kind === 'element') {
      this.#elementOperand(only);
    } else this.#expressions.add(operand);
  }

  #elementOperand({ array, subscripts }: Extract<AwkExpression, { kind: 'element' }>): void {
    this.#expressions.addArray(array);
    this.#expressions.addSubscript(subscripts);
    this.#builder.emit((machine) => {
      const key = machine.popText();
      const { elements } = machine.popArray();
      if (!elements.has(key)) elements.set(key, undefined);
      machine.push(elements.get(key));
    });
  }

  /** A function of awk. */
  addBuiltin(expression: Expression<'builtin'>): void {
    const { name, operands, place } = expression;
    if (name === 'sub' || name === 'gsub') {
      this.#substitute(expression);
      return;
    }
    const builtin = BUILTINS.get(name);
    if (!builtin) throw fatal(`function \`${name}' not defined`, place);
    const { modes = ['value'] } = builtin;
    for (const [index, operand] of operands.entries()) this.#operand(operand, modes[index] ?? modes.at(-1) ?? 'value');
    this.#builder.emit((machine) => {
      const cells = machine.stack.splice(machine.stack.length - operands.length, operands.length);
      const result = builtin.run(new BuiltinCall(machine.runtime, cells, place));
      if (result instanceof Promise) return result.then((value) => machine.push(value));
      machine.push(result);
      return undefined;
    });
  }

  #substitute({ name, operands, place }: Expression<'builtin'>): void {
    const [regexp, replacement, written] = operands;
    if (!regexp || !replacement) return;
    const target = substitutionTarget(written);
    const options = { isGlobal: name === 'gsub', occurrence: 1, hasGroups: false };
    const end = this.#builder.createLabel();
    this.#operand(regexp, 'regexp');
    this.#expressions.add(replacement);
    this.#expressions.add(written ?? WHOLE_RECORD);
    this.#builder.emit((machine) => {
      const text = machine.popText();
      const by = machine.popText();
      const cell = machine.pop();
      const source = cell instanceof RegexpOperand ? cell.source : machine.textOf(cell);
      const changed = substitute(machine.runtime.regexps.compile(source, place), text, by, options);
      machine.push(changed?.count ?? 0);
      if (changed) machine.push(changed.text);
      else machine.jump(end.at);
    });
    if (target) this.#expressions.addStore(target);
    this.#builder.emit((machine) => void machine.pop());
    this.#builder.place(end);
  }
}

const WHOLE_RECORD: AwkTarget = { kind: 'field', index: { kind: 'number', value: 0 } };

function substitutionTarget(written: AwkExpression | undefined): AwkTarget | undefined {
  const only = written?.kind === 'grouping' ? written.items[0] : written;
  if (!only) return WHOLE_RECORD;
  return only.kind === 'variable' || only.kind === 'field' || only.kind === 'element' ? only : undefined;
}
