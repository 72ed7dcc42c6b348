import { encodedLength } from '@cloche/system';

/** A task. Plain data. */
export interface Task {
  /** A UUID in lower case. */
  readonly id: string;
  readonly subject: string;
  readonly description: string;
  /** What is shown while it is done: `Writing tests`. */
  readonly activeForm?: string;
  readonly status: TaskStatus;
  /** Tasks that must be completed before it may begin, sorted. */
  readonly blockedBy: readonly string[];
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** Where a task stands. */
export type TaskStatus = 'pending' | 'in_progress' | 'completed';

/** What an update says; what is absent stays. */
export interface TaskChange {
  readonly subject?: string | undefined;
  readonly description?: string | undefined;
  readonly activeForm?: string | undefined;
  readonly status?: TaskStatus | 'deleted' | undefined;
  /** Wins over `addBlockedBy`. */
  readonly removeBlockedBy?: readonly string[] | undefined;
  readonly addBlockedBy?: readonly string[] | undefined;
  /** Replaces the metadata; an empty object clears them. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** A graph after a change, or why there is none. */
export type TaskOutcome = { readonly tasks: TaskGraph; readonly task: Task } | { readonly problem: string };

/** The tasks of a loop by id. A change makes a new graph, so that a failed one leaves nothing. */
export type TaskGraph = ReadonlyMap<string, Task>;

const MAX_TASKS = 256;
const MAX_DEPENDENCIES = 128;
const MAX_GRAPH_BYTES = 2_097_152;
const MAX_METADATA_BYTES = 16_384;

/** Adds a pending task. */
export function addTask(
  tasks: TaskGraph,
  fields: Pick<Task, 'id' | 'subject' | 'description' | 'blockedBy'> & Pick<TaskChange, 'activeForm' | 'metadata'>,
): TaskOutcome {
  if (tasks.size >= MAX_TASKS) return { problem: `there are ${MAX_TASKS} tasks already; delete what is done` };
  const { activeForm, metadata, ...rest } = fields;
  const task: Task = {
    ...rest,
    ...(activeForm === undefined ? {} : { activeForm }),
    status: 'pending',
    blockedBy: sortedIds(fields.blockedBy),
    ...keptMetadata(metadata),
  };
  return checked(tasks, task);
}

/** Changes a task; `deleted` removes it and every mention of it. */
export function changeTask(
  tasks: TaskGraph,
  id: string,
  change: TaskChange,
): TaskOutcome | { readonly tasks: TaskGraph; readonly deleted: string } {
  const task = tasks.get(id);
  if (!task) return { problem: 'there is no such task' };
  const { status = task.status, addBlockedBy = [], removeBlockedBy = [], metadata, ...texts } = change;
  if (status === 'deleted') return { tasks: withoutTask(tasks, id), deleted: id };
  const removed = new Set(removeBlockedBy);
  const added = addBlockedBy.filter((other) => !removed.has(other));
  const { metadata: oldMetadata, ...old } = task;
  const changed: Task = {
    ...old,
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)),
    status,
    blockedBy: sortedIds([...task.blockedBy.filter((other) => !removed.has(other)), ...added]),
    ...(metadata === undefined ? keptMetadata(oldMetadata) : keptMetadata(metadata)),
  };
  return checked(tasks, changed);
}

/** Returns a task as the model sees it, with the tasks that wait for it. */
export function describeTask(tasks: TaskGraph, task: Task): Record<string, unknown> {
  const { id, subject, description, activeForm, status, blockedBy, metadata } = task;
  const blocks = [...tasks.values()].filter((other) => other.blockedBy.includes(id)).map((other) => other.id);
  return {
    id,
    subject,
    description,
    ...(activeForm === undefined ? {} : { activeForm }),
    status,
    ...(blockedBy.length === 0 ? {} : { blockedBy }),
    ...(blocks.length === 0 ? {} : { blocks: blocks.sort() }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}

/** Returns all tasks, ordered by id. */
export function sortedTasks(tasks: TaskGraph): Task[] {
  return [...tasks.values()].sort((left, right) => (left.id < right.id ? -1 : 1));
}

function checked(tasks: TaskGraph, task: Task): TaskOutcome {
  const next = new Map(tasks).set(task.id, task);
  const problem = problemOf(next, task);
  return problem === undefined ? { tasks: next, task } : { problem };
}

function problemOf(tasks: TaskGraph, task: Task): string | undefined {
  if (task.blockedBy.length > MAX_DEPENDENCIES) return `a task may wait for at most ${MAX_DEPENDENCIES} others`;
  if (task.blockedBy.includes(task.id)) return 'a task cannot wait for itself';
  if (task.blockedBy.some((id) => !tasks.has(id))) return 'a task that it waits for does not exist';
  if (task.metadata && encodedLength(JSON.stringify(task.metadata)) > MAX_METADATA_BYTES)
    return `metadata may have at most ${MAX_METADATA_BYTES} bytes`;
  if (isInCycle(tasks, task)) return 'the tasks would wait for each other in a cycle';
  if (task.status === 'in_progress' && task.blockedBy.some((id) => tasks.get(id)?.status !== 'completed'))
    return 'a task that it waits for is not completed';
  if (encodedLength(JSON.stringify([...tasks.values()])) > MAX_GRAPH_BYTES)
    return `all tasks together may have at most ${MAX_GRAPH_BYTES} bytes`;
  return undefined;
}

function isInCycle(tasks: TaskGraph, task: Task): boolean {
  const pending = [...task.blockedBy];
  const seen = new Set<string>();
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (id === task.id) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    pending.push(...(tasks.get(id)?.blockedBy ?? []));
  }
  return false;
}

function withoutTask(tasks: TaskGraph, id: string): TaskGraph {
  const others = sortedTasks(tasks).filter((task) => task.id !== id);
  return new Map(
    others.map((task) => [task.id, { ...task, blockedBy: task.blockedBy.filter((other) => other !== id) }]),
  );
}

function keptMetadata(metadata: Task['metadata']): Pick<Task, 'metadata'> {
  return metadata === undefined || Object.keys(metadata).length === 0 ? {} : { metadata };
}

function sortedIds(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort();
}
