import type { TestApi } from '@cloche/system/conformance';
import { ABILITY_CASES } from './cases/ability-cases.ts';
import { BASH_CASES } from './cases/bash-cases.ts';
import { FILE_CASES } from './cases/file-cases.ts';
import { PROCESS_CASES } from './cases/process-cases.ts';
import { STORE_CASES } from './cases/store-cases.ts';
import {
  type CaseMachine,
  type MachineCases,
  type MachineFixture,
  type OwnMachine,
  prepareCase,
} from './machine-case.ts';
import { answerOf, type MachineName } from './machine-differences.ts';

/** All that machines do, by what it shows. */
export const MACHINE_CASES: MachineCases = {
  ...FILE_CASES,
  ...BASH_CASES,
  ...PROCESS_CASES,
  ...STORE_CASES,
  ...ABILITY_CASES,
};

/** Opens machines for a suite. */
export interface MachineSource {
  /** The machine that cases share. */
  shared(): Promise<MachineFixture>;
  /** A machine that nobody has used; who opens it disposes of it. */
  own(): Promise<OwnMachine>;
}

/** Runs one case and returns what came of it. */
export async function runMachineCase(title: string, source: MachineSource): Promise<unknown> {
  const machineCase = MACHINE_CASES[title];
  if (!machineCase) throw new Error(`there is no case ${JSON.stringify(title)}`);
  if (!machineCase.needsOwnMachine) {
    const number = Object.keys(MACHINE_CASES).indexOf(title);
    const noOther = async (): Promise<never> => Promise.reject(new Error('this case shares its machine'));
    return machineCase.run(await prepareCase(await source.shared(), `case-${number}`, noOther));
  }
  let machine = await source.own();
  const next = async (): Promise<CaseMachine> => {
    await machine.dispose();
    machine = await source.own();
    return prepareCase(machine, undefined, next);
  };
  try {
    return await machineCase.run(await prepareCase(machine, undefined, next));
  } finally {
    await machine.dispose();
  }
}

/** Registers every case for a machine, with its own answers where they differ. */
export function describeMachine(
  title: string,
  name: MachineName,
  source: MachineSource,
  { describe, test, expect }: TestApi,
): void {
  describe(`Machine: ${title}`, () => {
    for (const [caseTitle, { answer }] of Object.entries(MACHINE_CASES)) {
      const wanted = answerOf(name, caseTitle, answer);
      const note = wanted.reason === undefined ? '' : ` (here otherwise: ${wanted.reason})`;
      test(`${caseTitle}${note}`, async () => {
        expect(await runMachineCase(caseTitle, source)).toEqual(wanted.answer);
      });
    }
  });
}
