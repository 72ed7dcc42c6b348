import type { FieldLimit } from '../contract/tool.ts';

/** The bound of every field that is a path (PATH_MAX of Linux). */
export const PATH_LIMIT: FieldLimit = { maxBytes: 4096, instead: 'Give the path of one file.', isPath: true };

/** The bound of patterns. */
export const PATTERN_LIMIT: FieldLimit = { maxBytes: 65_536, instead: 'Use a shorter pattern.', isPath: true };

/** The bound of a file's new text. */
export const CONTENT_LIMIT: FieldLimit = {
  maxBytes: 4_194_304,
  instead: "Write it in parts: the first with write, the others with bash and cat >> file <<'EOF'.",
};
