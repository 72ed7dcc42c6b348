import { showHidden } from 'cloche';
import type { VNode } from 'preact';

/** What a text field cannot show: the text with its hidden characters written out, when it has some. */
export function HiddenCharacters({ text }: { text: string }): VNode | null {
  const shown = showHidden(text);
  if (shown === text) return null;
  return (
    <span class="problem">
      It has characters that are not shown: <code>{shown}</code>
    </span>
  );
}
