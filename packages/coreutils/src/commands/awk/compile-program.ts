import { CodeBuilder } from './code-builder.ts';
import { StatementCompiler } from './compile-statement.ts';
import type { Code } from './machine.ts';
import type { AwkRuntime } from './runtime.ts';
import { type CompiledFunction, createScope, type Scope } from './scope.ts';
import type { AwkPattern, AwkProgram, AwkRule, AwkStatement } from './syntax.ts';
import { isTrue } from './values.ts';

/** The code of a program, by when it runs; nothing where no rule is. */
export interface CompiledProgram {
  readonly begin: Code | undefined;
  readonly beginFile: Code | undefined;
  /** Runs for each record. */
  readonly main: Code | undefined;
  readonly endFile: Code | undefined;
  readonly end: Code | undefined;
}

/** Compiles a program for a runtime. Throws `AwkFault`. */
export function compileProgram({ rules, functions }: AwkProgram, runtime: AwkRuntime): CompiledProgram {
  const compiled = new Map<string, CompiledFunction>();
  const bodies: (() => void)[] = [];
  for (const { name, parameters, body } of functions.values()) {
    const builder = new CodeBuilder();
    compiled.set(name, { name, parameters, code: builder.code });
    bodies.push(() => {
      new StatementCompiler(builder, createScope(runtime, compiled, parameters)).add(body);
      builder.emit((machine) => machine.push(undefined));
      builder.emit((machine) => machine.leave());
    });
  }
  for (const compileBody of bodies) compileBody();
  const scope = createScope(runtime, compiled);
  const select = (...kinds: readonly AwkPattern['kind'][]): Code | undefined =>
    compileRules(
      rules.filter(({ pattern }) => kinds.includes(pattern.kind)),
      scope,
    );
  return {
    begin: select('begin'),
    beginFile: select('beginfile'),
    main: select('always', 'expression', 'range'),
    endFile: select('endfile'),
    end: select('end'),
  };
}

const PRINT_RECORD: AwkStatement = {
  kind: 'print',
  operands: [],
  output: undefined,
  place: { source: 'cmd. line', line: 1 },
};

function compileRules(rules: readonly AwkRule[], scope: Scope): Code | undefined {
  if (rules.length === 0) return undefined;
  const builder = new CodeBuilder();
  const statements = new StatementCompiler(builder, scope);
  for (const { pattern, body } of rules) addRule(statements, builder, pattern, body ?? PRINT_RECORD);
  return builder.code;
}

function addRule(statements: StatementCompiler, builder: CodeBuilder, pattern: AwkPattern, body: AwkStatement): void {
  const [start, end] = [builder.createLabel(), builder.createLabel()];
  if (pattern.kind === 'expression') {
    statements.expressions.add(pattern.expression);
    builder.jumpIf(false, end);
  }
  if (pattern.kind === 'range') {
    let isInside = false;
    const last = builder.createLabel();
    builder.emit((machine) => {
      if (isInside) machine.jump(last.at);
    });
    statements.expressions.add(pattern.first);
    builder.jumpIf(false, end);
    builder.place(last);
    statements.expressions.add(pattern.last);
    builder.emit((machine) => {
      isInside = !isTrue(machine.popValue());
    });
  }
  builder.place(start);
  statements.add(body);
  builder.place(end);
}
