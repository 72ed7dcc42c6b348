import type { DecisionRecord, PermissionMode } from '@cloche/tools';
import type { CommandVerdict, DiagnosedRule, ListedRule } from '../wire/runner-api.ts';
import type { RunnerLink } from './runner-link.ts';

/** The permission rules of a workspace, for a page that lists and edits them. */
export class WorkspacePermissions {
  readonly #link: RunnerLink;

  constructor(link: RunnerLink) {
    this.#link = link;
  }

  /** Returns all rules that hold for a session, with what is remarkable about each. Rejects when stored rules cannot be read. */
  list(session = 'default'): Promise<DiagnosedRule[]> {
    return this.#link.use((runner) => runner.listRules(session));
  }

  /**
   * Adds a rule such as `bash(git log:*)`. Rejects with code `invalid_rule` for a text that is none, and with
   * `rule_too_broad` for one that allows nearly everything, unless a person has confirmed it (`isConfirmed`).
   */
  add(
    rule: ListedRule,
    session = 'default',
    { isConfirmed = false }: { readonly isConfirmed?: boolean } = {},
  ): Promise<void> {
    const { effect, text, scope } = rule;
    return this.#link.use((runner) => runner.addRule({ effect, text, scope, session, isConfirmed }));
  }

  /** Takes a rule away; nothing happens when it is not there. */
  remove(rule: ListedRule, session = 'default'): Promise<void> {
    const { effect, text, scope } = rule;
    return this.#link.use((runner) => runner.removeRule({ effect, text, scope, session }));
  }

  /** Says what the rules would decide about a command, part by part, without running it. */
  check(command: string, session = 'default'): Promise<CommandVerdict> {
    return this.#link.use((runner) => runner.checkCommand(command, session));
  }

  /**
   * Returns what was decided about the calls of the workspace, the latest last: 200 at most, kept over reloads where no program
   * reaches them. Calls that run since their tool only reads, and that no rule is about, are not among them.
   */
  decisions(): Promise<readonly DecisionRecord[]> {
    return this.#link.use((runner) => runner.listDecisions());
  }

  /** Forgets them all. Rejects with a `StoreError`. */
  forgetDecisions(): Promise<void> {
    return this.#link.use((runner) => runner.forgetDecisions());
  }

  /** Changes how the gate answers where no rule does, until the workspace is closed. */
  setMode(mode: PermissionMode): Promise<void> {
    return this.#link.use((runner) => runner.setMode(mode));
  }
}
