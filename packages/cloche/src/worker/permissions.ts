import {
  commandNeeds,
  type DecisionRecord,
  describeFloor,
  diagnoseRules,
  evaluateRules,
  formatRule,
  nameRule,
  type PermissionRule,
  parseRule,
  proposeRules,
  type RuleBook,
  type RulePlace,
  refuseBroadRules,
  type ToolHost,
} from '@cloche/tools';
import type { CommandVerdict, DiagnosedRule, RuleRequest } from '../wire/runner-api.ts';
import type { DecisionTrail } from './decision-trail.ts';
import type { AnalysisModule } from './load-analysis.ts';
import type { RuleUsage, RuleUse } from './rule-usage.ts';

/** The app's own access to the permission rules. */
export interface Permissions {
  list(session: string): Promise<DiagnosedRule[]>;
  add(request: RuleRequest): Promise<void>;
  remove(request: RuleRequest): Promise<void>;
  /** Says what the rules would decide about a command, without running it. */
  check(command: string, session: string): Promise<CommandVerdict>;
  /** What was decided about calls, the latest last. */
  decisions(): Promise<readonly DecisionRecord[]>;
  forgetDecisions(): Promise<void>;
}

/** Creates the access; commands are read as the machine's shell would read them now. */
export function createPermissions({
  rules,
  usage,
  decisions,
  root,
  host,
  analysis,
}: {
  readonly rules: RuleBook;
  readonly usage: RuleUsage;
  readonly decisions: DecisionTrail;
  readonly root: string;
  readonly host: () => Promise<ToolHost>;
  readonly analysis: Promise<AnalysisModule>;
}): Permissions {
  /** Returns the commands that rules name and that the machine has, by the shell's own reading of a new session. */
  const catalogOf = async (known: readonly PermissionRule[]): Promise<ReadonlySet<string>> => {
    const machine = await host();
    const facts = await machine.call('shell_facts', { session: '' }, { signal: new AbortController().signal });
    const { analyzeAsShell } = await analysis;
    const names = new Set(known.flatMap(({ match }) => (match.kind === 'family' ? (match.tokens[0] ?? []) : [])));
    return new Set([...names].filter((name) => analyzeAsShell(name, facts).parts[0]?.command?.kind !== 'unknown'));
  };
  const placeOf = ({ scope, session }: RuleRequest): RulePlace =>
    scope === 'session' ? { scope, session } : { scope };
  return {
    async list(session) {
      const known = await rules.list(session);
      const uses = new Map(await usage.read());
      const diagnostics = diagnoseRules(known, await catalogOf(known));
      return known.map((rule, index) => ({
        effect: rule.effect,
        text: formatRule(rule),
        scope: rule.scope,
        ...describeUse(uses.get(nameRule(rule))),
        diagnostics: diagnostics
          .filter(({ ruleIndex }) => ruleIndex === index)
          .map(({ code, message }) => ({ code, message })),
      }));
    },
    async add(request) {
      const rule = parseRule(request.effect, request.text, root);
      if (request.isConfirmed !== true) refuseBroadRules([rule]);
      await rules.add([rule], placeOf(request));
    },
    async remove(request) {
      await rules.remove(parseRule(request.effect, request.text, root), placeOf(request));
    },
    async check(command, session) {
      const machine = await host();
      const { signal } = new AbortController();
      const facts = await machine.call('shell_facts', { session }, { signal });
      const { analyzeAsShell } = await analysis;
      const context = {
        host: machine,
        signal,
        workdir: root,
        analyzeCommand: async (text: string) => analyzeAsShell(text, facts),
      };
      const found = await commandNeeds({ command, cwd: facts.cwd, isRestarted: false }, context);
      const needs = { tool: 'bash', paths: [], network: [], ...found.needs };
      const floor = describeFloor(needs);
      if (floor !== undefined)
        return {
          verdict: 'denied',
          parts: [{ text: command, kind: 'command', verdict: 'denied', reason: floor }],
          offers: [],
        };
      const known = await rules.list(session);
      return { ...evaluateRules(needs, known), offers: proposeRules(needs, known) };
    },
    decisions: () => decisions.read(),
    forgetDecisions: () => decisions.clear(),
  };
}

function describeUse(use: RuleUse | undefined): Pick<DiagnosedRule, 'use'> {
  return use ? { use } : {};
}
