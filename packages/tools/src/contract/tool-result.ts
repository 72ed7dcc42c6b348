import type { ProcessErrorCode } from '../host/processes/process-data.ts';

/** What a tool call answers: the expected outcomes, good and bad. A lost machine is a `ToolFault` instead. */
export interface ToolResult {
  /** What the model reads. */
  readonly content: readonly ToolContent[];
  /** The call failed in a way the model can correct: `details.code` says how. */
  readonly isError: boolean;
  /** Facts for the app's own display; the model does not see them. */
  readonly details: ToolDetails;
  /** Messages that follow the turn's results in the conversation, in the user's name. */
  readonly extra?: readonly ExtraMessage[];
}

/** One part of a result. Text is well-formed Unicode. */
export type ToolContent = TextContent | ImageContent | SearchResultContent;

/** Text for the model. */
export interface TextContent {
  readonly type: 'text';
  readonly text: string;
}

/** An image for the model. */
export interface ImageContent {
  readonly type: 'image';
  /** `image/png`, `image/jpeg`, `image/gif` or `image/webp`. */
  readonly mediaType: string;
  /** The image file in base64. */
  readonly data: string;
  /** An image has none. */
  readonly text?: never;
}

/** A page that a search found. */
export interface SearchResultContent {
  readonly type: 'search_result';
  readonly title: string;
  /** Its address. */
  readonly source: string;
  /** May be empty. */
  readonly excerpt: string;
  /** All of it as text, for models that know no search results. */
  readonly text: string;
}

/** A message beside a result, such as a reminder. */
export interface ExtraMessage {
  readonly role: 'user';
  readonly text: string;
}

/** Facts about a call beside its content; plain data. */
export interface ToolDetails {
  /** A stable word for the kind of failure; present exactly when `isError`. */
  readonly code?: ToolErrorCode;
  /** Unified diff of a change to a file. */
  readonly diff?: FileDiff;
  readonly exitCode?: number;
  /** Bytes of the full output when the content is a part of it. */
  readonly truncatedFromBytes?: number;
  /** Where the full output was written. */
  readonly outputPath?: string;
  /** Under which the full output is retained, for `read_tool_result` and the app. */
  readonly captureId?: string;
  /** The process that the call started and that goes on. */
  readonly processId?: string;
  /** Entries found, before any limit. */
  readonly total?: number;
  /** Files a search looked into. */
  readonly filesSearched?: number;
  /** Directories that a search left out. */
  readonly skippedDirectories?: readonly string[];
  /** The gate's decision: what allowed or denied the call. */
  readonly decidedBy?: string;
  /** A person changed the call: what the model asked for, what the person wrote, and what of it counted and ran. */
  readonly inputs?: { readonly proposed: unknown; readonly approved: unknown; readonly effective: unknown };
  /** A person wants the conversation's turn to end. */
  readonly stop?: boolean;
  /** `error`s that a person may want to see, such as why a file was skipped. */
  readonly notes?: readonly string[];
}

/** The change to one file, as text. */
export interface FileDiff {
  /** Absolute path. */
  readonly path: string;
  /** Unified diff with `---`, `+++` and `@@` lines; empty when the texts are equal. */
  readonly unified: string;
  readonly addedLines: number;
  readonly removedLines: number;
}

/** The kinds of failure. */
export type ToolErrorCode =
  | 'unknown_tool'
  | 'invalid_input'
  | 'denied'
  | 'approval_required'
  | 'cancelled'
  | 'timed_out'
  | 'nonzero_exit'
  | 'not_found'
  | 'not_a_file'
  | 'not_unique'
  | 'no_match'
  | 'no_change'
  | 'not_text'
  | 'too_large'
  | 'changed_meanwhile'
  | 'not_read'
  | 'not_recorded'
  | 'already_exists'
  | 'not_empty'
  | 'unavailable'
  | 'file_failed'
  | 'search_failed'
  /** A tool of the app could not do it. */
  | 'tool_failed'
  /** The network, or a server in it, did not give what was asked for. */
  | 'network_failed'
  | ProcessErrorCode;

/** Makes a good result of one text. */
export function success(text: string, details: ToolDetails = {}): ToolResult {
  return { content: [{ type: 'text', text: text.toWellFormed() }], isError: false, details };
}

/** Makes an error result of one text. */
export function failure(code: ToolErrorCode, text: string, details: ToolDetails = {}): ToolResult {
  return { content: [{ type: 'text', text: text.toWellFormed() }], isError: true, details: { ...details, code } };
}

/** Returns the text of a result's content, its parts one after another; images have none. */
export function resultText({ content }: Pick<ToolResult, 'content'>): string {
  return content.map(({ text = '' }) => text).join('');
}
