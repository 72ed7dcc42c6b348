import type { DecisionRecord } from '@cloche/tools';
import { createLateRecord, type LateRecord, type LateRecordPlace } from './late-record.ts';

/** What was decided about the calls of a workspace, the latest last. */
export type DecisionTrail = LateRecord<DecisionRecord>;

/** Decisions that are kept; the oldest are forgotten first. */
const MAX_DECISIONS = 200;

/** Creates the trail. */
export function createDecisionTrail(place: LateRecordPlace): DecisionTrail {
  return createLateRecord({
    ...place,
    merge: (before, added) => [...before, ...added].slice(-MAX_DECISIONS),
    isItem: isDecision,
  });
}

const TEXTS = ['callId', 'session', 'tool', 'verdict', 'decidedBy', 'summary', 'subject'] as const;

function isDecision(value: unknown): value is DecisionRecord {
  if (typeof value !== 'object' || value === null) return false;
  const entry = new Map<string, unknown>(Object.entries(value));
  return typeof entry.get('atMs') === 'number' && TEXTS.every((name) => typeof entry.get(name) === 'string');
}
