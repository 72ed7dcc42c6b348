import { useSignal } from '@preact/signals';
import { showHidden } from 'cloche';
import type { VNode } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { Demo } from '../state/demo.ts';
import { changesPath, type RestoreStep, shownSteps } from '../state/restore-plan.ts';

/** Files that the question names; the others are counted. */
const MAX_NAMED = 20;
const BUSY = 'A call is at work. Restore when it has ended.';
const DONE = 'The files are as they were before this.';
const ONLY_LINKS = 'Only links are not as they were before this, and those are not put back.';

const STEP_WORDS: Readonly<Record<RestoreStep['kind'], string>> = {
  rewrites: 'will be as it was',
  removes: 'will be removed',
  'brings-back': 'comes back',
  leaves: 'stays as it is now: links are not put back',
  'removes-for-good': 'will be removed, and a link does not come back',
  loses: 'does not come back: links are not put back',
};

/**
 * Brings the files back to how they were before a call, or before an earlier restore, after saying what happens to
 * each. Nothing for what changed no file.
 */
export function RestoreControl({
  cause,
  name,
  label,
  subject = name,
  demo,
}: {
  /** Id of the call or of the restore. */
  cause: string;
  /** It, in a few words, for the note. */
  name: string;
  label: string;
  /** What tells its button from others. Default `name`. */
  subject?: string;
  demo: Demo;
}): VNode | null {
  const { history } = demo;
  const isOpen = useSignal(false);
  const hint = useId();
  const button = useRef<HTMLButtonElement>(null);
  const notKept = useRef<HTMLParagraphElement>(null);
  const found = history.restorable(cause);
  const isGone = isOpen.value && found?.kind !== 'steps';
  useLayoutEffect(() => {
    if (!isGone) return;
    // The question is gone, and the focus was in it.
    isOpen.value = false;
    notKept.current?.focus();
  }, [isGone, isOpen]);
  if (!found) return null;
  if (found.kind === 'not-kept')
    return (
      <p class="facts" tabIndex={-1} ref={notKept}>
        {found.reason}
      </p>
    );
  const { steps } = found;
  const isDone = !steps.some(({ kind }) => changesPath(kind));
  const obstacle = history.isBusy.value ? BUSY : isDone ? (steps.length === 0 ? DONE : ONLY_LINKS) : undefined;
  const close = (): void => {
    isOpen.value = false;
    button.current?.focus();
  };
  return (
    <div class="restore">
      <button
        type="button"
        ref={button}
        aria-label={`${label}: ${subject}`}
        aria-expanded={isOpen.value}
        aria-disabled={obstacle !== undefined}
        aria-describedby={obstacle === undefined ? undefined : hint}
        onClick={() => {
          isOpen.value = !isOpen.value && obstacle === undefined;
        }}
      >
        {label}
      </button>
      {obstacle === undefined ? null : (
        <span id={hint} class="facts">
          {obstacle}
        </span>
      )}
      {isOpen.value ? (
        <Question
          heading={`${label}?`}
          steps={steps}
          root={demo.workspace.value?.root ?? ''}
          isReady={obstacle === undefined}
          onKeep={close}
          onRestore={() => {
            close();
            void demo.attempt(() => history.restore(cause, name));
          }}
        />
      ) : null}
    </div>
  );
}

/** Says what a restore does to each file, and asks. */
function Question({
  heading,
  steps,
  root,
  isReady,
  onKeep,
  onRestore,
}: {
  heading: string;
  steps: readonly RestoreStep[];
  root: string;
  isReady: boolean;
  onKeep: () => void;
  onRestore: () => void;
}): VNode {
  const headingId = useId();
  const group = useRef<HTMLElement>(null);
  useLayoutEffect(() => group.current?.focus(), []);
  const shown = shownSteps(steps);
  const more = shown.length - MAX_NAMED;
  return (
    <section
      class="restore-question"
      role="group"
      aria-labelledby={headingId}
      tabIndex={-1}
      ref={group}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onKeep();
      }}
    >
      <h3 id={headingId}>{heading}</h3>
      <ul>
        {shown.slice(0, MAX_NAMED).map(({ path, kind }) => (
          <li key={path} data-step={kind}>
            <code>{showHidden(path.replace(`${root}/`, ''))}</code> <span>{STEP_WORDS[kind]}</span>
          </li>
        ))}
        {more > 0 ? <li>and {more} more</li> : null}
      </ul>
      <p class="facts">
        All that was changed since goes, what you saved too.
        {shown.some(({ kind }) => kind === 'removes-for-good')
          ? ' You can undo it, but for the links.'
          : ' You can undo it: the restore gets a line of its own here.'}
        {shown.some(({ kind, before }) => kind === 'brings-back' && before.kind === 'file')
          ? ' A file that comes back is no longer executable.'
          : null}
      </p>
      <div class="row">
        <button type="button" onClick={onKeep}>
          Keep
        </button>
        <button
          type="button"
          class="primary"
          aria-disabled={!isReady}
          onClick={() => {
            if (isReady) onRestore();
          }}
        >
          Restore
        </button>
      </div>
    </section>
  );
}
