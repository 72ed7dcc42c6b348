/** Thrown when a word cannot be read, such as one with an unclosed quote. */
export class WordSyntaxError extends Error {
  override readonly name = 'WordSyntaxError';
}
