import { failure } from '../../contract/tool-result.ts';
import type { ChangeStyle, SeenFile } from '../checked-change.ts';

/** What the file tools say when a change cannot be made. */
export const filesStyle: ChangeStyle = {
  conflict: (path, found) => CONFLICTS[found](path),
  failed: (path, { text }) => failure('file_failed', `cannot write "${path}": ${text.toLowerCase()}`),
};

const CONFLICTS = {
  changed: (path: string) => unseenText(`refusing to change "${path}"`),
  created: (path: string) => `cannot create "${path}": a file already exists there now; read it before you change it`,
  removed: (path: string) => deletedText(path),
};

/** The refusal of a file that the loop has not seen as it is. */
export function unseenText(refusal: string): string {
  return `${refusal}: it was not read this session, or it changed since you read it; read it, then try again`;
}

/** The refusal of a file that is no longer there. */
export function deletedText(path: string): string {
  return `"${path}" was deleted since you read it; nothing was written`;
}

/** Says whether the loop has seen a file as it is now. */
export function isSeen({ facts, seen }: SeenFile): boolean {
  return seen !== undefined && seen.hash === facts.hash;
}
