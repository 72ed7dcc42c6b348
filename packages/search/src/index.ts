export {
  compileGlob,
  escapeGlob,
  type Glob,
  type GlobOptions,
  hasGlobCharacters,
  type TextSpan,
} from './glob/compile-glob.ts';
export { expandBraces } from './glob/expand-braces.ts';
export { GlobLimitExceeded } from './glob/glob-limit.ts';
export type { GlobSyntax } from './glob/parse-glob.ts';
export { createIgnoreFiles, type IgnoreFiles, type IgnoreFilesOptions } from './ignore/ignore-files.ts';
export { type IgnoreRules, type IgnoreVerdict, parseIgnoreRules } from './ignore/ignore-rules.ts';
export { isBacktrackingLimit } from './regex/backtracking-matcher.ts';
export {
  type CompileOptions,
  type CompileResult,
  compilePattern,
  compilePatterns,
  type Pattern,
} from './regex/compile-pattern.ts';
export type { Matcher } from './regex/create-matcher.ts';
export { type ParseResult, type PatternDialect, parsePattern } from './regex/parse-pattern.ts';
export type { PatternMatch } from './regex/pattern-match.ts';
export type { ParsedPattern, PatternFlags, PatternNode } from './regex/pattern-tree.ts';
export type { ByteClass, ByteRun, RequiredRuns } from './regex/required-runs.ts';
export { isTextLine, looksBinary } from './searcher/binary.ts';
export {
  createLineScanner,
  createQuickTest,
  type LineScan,
  type ScannedLine,
  type ScanOptions,
  searchBytes,
} from './searcher/scan-lines.ts';
export { countByte, isAscii } from './searcher/scan-words.ts';
export { createLineSearch, type LineSearch, type LineSearchOptions, type LineSpan } from './searcher/search-lines.ts';
export { compareCodePoints, type WalkEntry, type WalkOptions, walkTree } from './walk/walk-tree.ts';
