import { createDeferred, type Deferred } from '@cloche/system';
import type { AssetAnswer, AssetRequest, LateAsset } from '../frame/messages.ts';

/** Returns a file that the page fetches when it is first asked for. Rejects with what stood in the way; ask again then. */
export type LoadAsset = (name: LateAsset) => Promise<Blob>;

/** The line to the page. */
export interface AssetLine {
  ask(request: AssetRequest): void;
  listen(onAnswer: (answer: AssetAnswer) => void): void;
}

/** Creates a loader that asks the page once for each asset. */
export function createAssetLoader({ ask, listen }: AssetLine): LoadAsset {
  const known = new Map<LateAsset, Deferred<Blob>>();
  listen((answer) => {
    const deferred = known.get(answer.name);
    if (answer.kind === 'asset') deferred?.resolve(answer.source);
    else {
      known.delete(answer.name);
      deferred?.reject(new Error(answer.message));
    }
  });
  return (name) => {
    const earlier = known.get(name);
    if (earlier) return earlier.promise;
    const deferred = createDeferred<Blob>();
    known.set(name, deferred);
    ask({ kind: 'asset_wanted', name });
    return deferred.promise;
  };
}
