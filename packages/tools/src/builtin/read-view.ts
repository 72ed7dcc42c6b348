import { describeError, joinPath } from '@cloche/system';
import type { PreparedCall, ToolContext } from '../contract/tool.ts';
import { failure, success, type ToolResult } from '../contract/tool-result.ts';
import type { ViewFileOutcome } from '../host/tool-host.ts';
import { encodeBase64 } from '../output/base64.ts';
import { fileProblem, notAFile } from '../output/describe-problem.ts';
import { seenReadNeeds } from '../permissions/file-needs.ts';
import { lookAhead } from './look-ahead.ts';

/** What a model asks to see of a file. */
export interface ViewRequest {
  /** As the model gave it. */
  readonly path: string;
  /** 1-based. */
  readonly firstLine: number;
  /** Without it as much as a result holds. */
  readonly maxLines?: number;
  /** A part was asked for; an image has no parts. */
  readonly isPart: boolean;
}

/** How much a preset shows, and how it says that there is more. */
export interface ViewStyle {
  readonly maxLines: number;
  readonly maxBytes: number;
  readonly maxLineBytes: number;
  /** Says where to go on; `cause` is the limit that was met. */
  describeCut(cut: { shown: number; next: number; total: number; cause: 'lines' | 'bytes' }): string;
  /** Says how to see the rest of lines that were cut. */
  describeCutLines(path: string, lines: readonly number[]): string;
  describeBinary(path: string, size: number, type: string | undefined): string;
}

type TextView = Extract<ViewFileOutcome, { kind: 'text' }>;

/** Width of the line numbers. */
const NUMBER_WIDTH = 6;

/** Prepares a call that reads lines with their numbers, or an image, and remembers what was seen. */
export async function prepareView(request: ViewRequest, context: ToolContext, style: ViewStyle): Promise<PreparedCall> {
  const { firstLine, maxLines } = request;
  const params = {
    path: joinPath(context.workdir, request.path),
    firstLine,
    maxLines: Math.min(maxLines ?? style.maxLines, Number.MAX_SAFE_INTEGER),
    maxBytes: style.maxBytes,
    maxLineBytes: style.maxLineBytes,
  };
  const { signal } = context;
  const { seen, seenAtRun } = await lookAhead(() => context.host.call('view_file', params, { signal }), context);
  return {
    needs: seenReadNeeds(request.path, seen, context),
    subject: { summary: `Read ${request.path}`, detail: { kind: 'query', text: request.path } },
    run: async () => showView(request, await seenAtRun(), context, style),
  };
}

async function showView(
  request: ViewRequest,
  outcome: ViewFileOutcome,
  context: ToolContext,
  style: ViewStyle,
): Promise<ToolResult> {
  const { path } = request;
  switch (outcome.kind) {
    case 'failed':
      return fileProblem('read', path, outcome);
    case 'absent':
      return fileProblem('read', path, { code: 'ENOENT', text: 'no such file or directory' });
    case 'directory':
    case 'other':
      return notAFile('read', path, outcome.kind);
    case 'too_large':
      return failure(
        'too_large',
        `read: ${path} has ${outcome.size} bytes, over the limit of ${outcome.maxBytes}; make a smaller part or copy of it first`,
      );
    case 'binary':
      return success(style.describeBinary(path, outcome.size, outcome.type));
    case 'image':
      return showImage(request, outcome, context);
    case 'text':
      return showText(request, outcome, context, style);
  }
}

async function showImage(
  { path, isPart }: ViewRequest,
  { mediaType, bytes, resolvedPath, hash }: Extract<ViewFileOutcome, { kind: 'image' }>,
  context: ToolContext,
): Promise<ToolResult> {
  if (isPart) return failure('invalid_input', `read: ${path} is an image, which has no lines; read it without a range`);
  const problem = await remember(path, resolvedPath, { hash, isWhole: true }, context);
  if (problem) return problem;
  return {
    content: [
      { type: 'text', text: `[image content: ${mediaType}, ${bytes.length} bytes]` },
      { type: 'image', mediaType, data: encodeBase64(bytes) },
    ],
    isError: false,
    details: {},
  };
}

async function showText(
  request: ViewRequest,
  view: TextView,
  context: ToolContext,
  style: ViewStyle,
): Promise<ToolResult> {
  const { path, firstLine, maxLines } = request;
  const { lines, totalLines, resolvedPath, hash, cutLines } = view;
  const wanted = Math.max(0, Math.min(maxLines ?? Number.POSITIVE_INFINITY, totalLines - firstLine + 1));
  const isCut = lines.length < wanted;
  if (isCut && maxLines !== undefined) {
    return failure(
      'too_large',
      `read: ${path}: the lines asked for have ${view.rangeBytes} bytes and a result holds ${style.maxBytes}; use a smaller limit, such as ${lines.length}`,
    );
  }
  const problem = await remember(path, resolvedPath, { hash, isWhole: !isCut && cutLines.length === 0 }, context);
  if (problem) return problem;
  if (totalLines === 0) return success('(file is empty)');
  if (lines.length === 0)
    return success(
      `(no lines in the requested range: the file has ${totalLines} ${totalLines === 1 ? 'line' : 'lines'})`,
    );
  const numbered = lines.map(
    (line, index) => `${String(firstLine + index).padStart(NUMBER_WIDTH)}\t${line.replaceAll('\0', '')}\n`,
  );
  const next = firstLine + lines.length;
  const cause = lines.length >= style.maxLines ? 'lines' : 'bytes';
  const notices = [
    ...(view.isUtf8 ? [] : ['[this file is not UTF-8: other bytes are shown as \ufffd]']),
    ...(cutLines.length > 0 ? [style.describeCutLines(path, cutLines)] : []),
    ...(isCut ? [style.describeCut({ shown: lines.length, next, total: totalLines, cause })] : []),
  ];
  return success(numbered.join('') + notices.join('\n'), { total: totalLines });
}

async function remember(
  path: string,
  resolvedPath: string,
  seen: { readonly hash: string; readonly isWhole: boolean },
  { loop }: ToolContext,
): Promise<ToolResult | undefined> {
  try {
    const before = await loop.evidence.lookup(resolvedPath);
    const isWhole = seen.isWhole || (before?.hash === seen.hash && before.isWhole);
    await loop.evidence.record(resolvedPath, { hash: seen.hash, isWhole });
    return undefined;
  } catch (error) {
    return failure(
      'not_recorded',
      `read: ${path} was read, but the evidence of it was not retained (${describeError(error)}), so it cannot be changed yet; read it again`,
    );
  }
}
