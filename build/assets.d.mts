/** Where the asset files of the client are built. */
export const assetsFolder: string;

/** Builds the asset files from the compiled packages. */
export function buildAssets(folder?: string): Promise<void>;

/** Returns one file with everything that `entry` imports. */
export function bundle(asset: {
  /** Relative to `packages/`, or a file URL. */
  readonly entry: string;
  readonly format: 'esm' | 'iife' | 'cjs';
  readonly name?: string;
  readonly define?: Record<string, string>;
  /** Default `browser`. */
  readonly platform?: 'browser' | 'node';
  /** The oldest syntax that may be in it. */
  readonly target?: string;
}): Promise<string>;
