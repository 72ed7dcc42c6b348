import { showHidden } from 'cloche';
import type { VNode } from 'preact';
import type { PendingQuestion } from '../state/questions.ts';

/** A question of the model: its options, or a field for free text. */
export function QuestionCard({ pending }: { pending: PendingQuestion }): VNode {
  const { question, answer, id } = pending;
  const { header, options, multiSelect } = question;
  return (
    <form
      class="approval question"
      aria-labelledby={`question-${id}`}
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        const chosen = [...data.getAll('option'), ...data.getAll('text')];
        answer(chosen.filter((value): value is string => typeof value === 'string' && value !== ''));
      }}
    >
      <h3 id={`question-${id}`}>
        {header ? `${showHidden(header)}: ` : ''}
        {showHidden(question.question)}
      </h3>
      {options.map(({ label, description }) => (
        <label key={label} class="field">
          <span>
            <input type={multiSelect ? 'checkbox' : 'radio'} name="option" value={label} /> {showHidden(label)}
            {description ? <span class="facts"> {showHidden(description)}</span> : null}
          </span>
        </label>
      ))}
      {options.length === 0 ? <input name="text" aria-label="Your answer" autocomplete="off" /> : null}
      <button type="submit" class="primary">
        Answer
      </button>{' '}
      <button type="button" onClick={() => answer([])}>
        Do not answer
      </button>
    </form>
  );
}
