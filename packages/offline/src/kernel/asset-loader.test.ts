import { describe, expect, test } from 'vitest';
import type { AssetAnswer, AssetRequest } from '../frame/messages.ts';
import { createAssetLoader } from './asset-loader.ts';

function createLine() {
  const asked: AssetRequest[] = [];
  let answer: (answer: AssetAnswer) => void = () => undefined;
  const load = createAssetLoader({
    ask: (request) => asked.push(request),
    listen: (onAnswer) => {
      answer = onAnswer;
    },
  });
  return { asked, load, answer: (given: AssetAnswer) => answer(given) };
}

describe('createAssetLoader', () => {
  test('asks once for what is wanted twice', async () => {
    const { asked, load, answer } = createLine();
    const source = new Blob(['x']);
    const both = Promise.all([load('jq'), load('jq')]);
    answer({ kind: 'asset', name: 'jq', source });
    expect(await both).toEqual([source, source]);
    expect(await load('jq')).toBe(source);
    expect(asked).toEqual([{ kind: 'asset_wanted', name: 'jq' }]);
  });

  test('rejects with what stood in the way, and asks again then', async () => {
    const { asked, load, answer } = createLine();
    const first = load('jq');
    answer({ kind: 'asset_missing', name: 'jq', message: 'jq.worker.js answered 404' });
    await expect(first).rejects.toThrow('jq.worker.js answered 404');
    void load('jq');
    expect(asked).toHaveLength(2);
  });
});
