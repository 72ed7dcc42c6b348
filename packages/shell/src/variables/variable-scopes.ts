import { cloneVariable, createVariable, type Variable } from './variable.ts';

/** One function call's local variables; `undefined` marks a local that was unset and hides nothing. */
type Scope = Map<string, Variable>;

/** All variables of a shell: the global ones and a stack of local scopes, looked up from the innermost (dynamic scope). */
export class VariableScopes {
  private globals: Scope = new Map();
  private locals: Scope[] = [];
  private temporary = new Set<Scope>();

  /** How many local scopes are open. */
  get depth(): number {
    return this.locals.length - this.temporary.size;
  }

  get(name: string): Variable | undefined {
    for (let level = this.locals.length - 1; level >= 0; level--) {
      const variable = this.locals[level]?.get(name);
      if (variable) return variable;
    }
    return this.globals.get(name);
  }

  getGlobal(name: string): Variable | undefined {
    return this.globals.get(name);
  }

  /** Returns the running function's own variable, if it is declared there. */
  getLocal(name: string): Variable | undefined {
    const own = this.functionScope();
    for (let level = this.locals.length - 1; level >= 0; level--) {
      const scope = this.locals[level];
      if (scope === own || scope?.has(name)) return scope?.get(name);
    }
    return undefined;
  }

  /** Returns the variable, creating a global one without a value when there is none. */
  getOrCreate(name: string): Variable {
    const known = this.get(name);
    if (known) return known;
    const created = createVariable();
    this.globals.set(name, created);
    return created;
  }

  setGlobal(name: string, variable: Variable): void {
    this.globals.set(name, variable);
  }

  /** Declares a variable of the running function. */
  setLocal(name: string, variable: Variable): void {
    (this.functionScope() ?? this.globals).set(name, variable);
  }

  /** Declares a variable in the innermost scope, that of a command's assignments. */
  setTemporary(name: string, variable: Variable): void {
    (this.locals.at(-1) ?? this.globals).set(name, variable);
  }

  /**
   * Removes the innermost variable of this name. A local of the running function stays known as local, without a
   * value; one of a caller is removed, so that an outer one shows again.
   */
  unset(name: string): void {
    const own = this.functionScope();
    let isOwn = true;
    for (let level = this.locals.length - 1; level >= 0; level--) {
      const scope = this.locals[level];
      const isCallers = !isOwn;
      if (scope === own) isOwn = false;
      if (!scope?.has(name)) continue;
      if (!isCallers && !scope.get(name)?.isTemporary) scope.set(name, createVariable());
      else scope.delete(name);
      return;
    }
    this.globals.delete(name);
  }

  pushScope(): void {
    this.locals.push(new Map());
  }

  popScope(): void {
    this.locals.pop();
  }

  /** Opens a scope for the temporary assignments of a builtin, under which `local` still means the function's. */
  pushTemporary(): void {
    const scope: Scope = new Map();
    this.locals.push(scope);
    this.temporary.add(scope);
  }

  popTemporary(): void {
    const scope = this.locals.pop();
    if (scope) this.temporary.delete(scope);
  }

  /** Names of the running function's variables. */
  localNames(): string[] {
    return [...(this.functionScope()?.keys() ?? [])];
  }

  /** All visible variables, each name once. */
  visible(): Map<string, Variable> {
    if (this.locals.length === 0) return this.globals;
    const all = new Map(this.globals);
    for (const scope of this.locals) for (const [name, variable] of scope) all.set(name, variable);
    return all;
  }

  /** Every variable of every scope, hidden ones too. */
  *all(): IterableIterator<Variable> {
    yield* this.globals.values();
    for (const scope of this.locals) yield* scope.values();
  }

  /** Copies everything, for a subshell. */
  clone(): VariableScopes {
    const copy = new VariableScopes();
    copy.globals = cloneScope(this.globals);
    copy.locals = this.locals.map(cloneScope);
    copy.temporary = new Set(copy.locals.filter((_, index) => this.isTemporaryAt(index)));
    return copy;
  }

  private isTemporaryAt(index: number): boolean {
    const scope = this.locals[index];
    return scope !== undefined && this.temporary.has(scope);
  }

  private functionScope(): Scope | undefined {
    return this.temporary.size === 0 ? this.locals.at(-1) : this.locals.findLast((scope) => !this.temporary.has(scope));
  }
}

function cloneScope(scope: Scope): Scope {
  const copy: Scope = new Map();
  for (const [name, variable] of scope) copy.set(name, cloneVariable(variable));
  return copy;
}
