/** What a file was found to be. */
export interface FileType {
  readonly description: string;
  readonly mime: string;
  readonly encoding: string;
}

/** Makes the type of a file that is no text. */
export function binaryType(description: string, mime = 'application/octet-stream'): FileType {
  return { description, mime, encoding: 'binary' };
}
