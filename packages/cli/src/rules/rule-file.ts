import { decodeRules, encodeRules, type PermissionRule, type RuleStore } from '@cloche/tools';
import { readRuleFile } from './read-rule-file.ts';
import { RuleFileError } from './rule-file-error.ts';
import { type LockOptions, replaceRuleFile, whileLocked } from './write-rule-file.ts';

/**
 * Creates the store of a file of rules, which holds those of the workspace. A file that is not there has no rules; it is
 * read anew for each question, and written as a whole, under a lock, with what others wrote meanwhile.
 *
 * @param path  absolute
 */
export function createRuleFile(path: string, options: LockOptions): RuleStore {
  const read = (): PermissionRule[] => {
    const text = readRuleFile(path);
    return text === undefined ? [] : decodeRules(text);
  };
  return {
    load: async (scope) => (scope === 'workspace' ? read() : []),
    async update(scope, change) {
      if (scope !== 'workspace') throw new RuleFileError('read_only', 'the rules of a file are those of the workspace');
      await whileLocked(
        path,
        () => {
          const known = read();
          const changed = change(known);
          if (changed !== known) replaceRuleFile(path, encodeRules(changed));
        },
        options,
      );
    },
  };
}

/**
 * Creates the store of a file of rules that is read once, for runs that ask nobody. A file that is not there is an error
 * (`missing`), and so is every change (`read_only`).
 */
export function openReadOnlyRuleFile(path: string): RuleStore {
  const text = readRuleFile(path);
  if (text === undefined) throw new RuleFileError('missing', `${path}: it is not there`);
  const rules = decodeRules(text);
  return {
    load: async (scope) => (scope === 'workspace' ? rules : []),
    async update() {
      throw new RuleFileError('read_only', `${path}: nobody can be asked, so no rule is added`);
    },
  };
}
