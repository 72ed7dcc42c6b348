import type { FetchProvider } from '@cloche/system';
import { targetOf } from '@cloche/tools';
import type { NetworkUse } from '../../wire/runner-api.ts';

/** Tells of every request where it went and how it ended: the host alone, since paths, queries and bodies may be private. */
export function reportFetch(
  provider: FetchProvider,
  by: NetworkUse['by'],
  onUse: (use: NetworkUse) => void,
): FetchProvider {
  return {
    ...provider,
    async fetch(request, options) {
      const tell = (outcome: NetworkUse['outcome']): void => {
        const target = targetOf(request.url);
        if (target) onUse({ by, method: request.method, ...target, outcome });
      };
      try {
        const response = await provider.fetch(request, options);
        tell('answered');
        return response;
      } catch (error) {
        tell(isRefusal(error) ? 'refused' : 'failed');
        throw error;
      }
    },
  };
}

function isRefusal(error: unknown): boolean {
  return error instanceof Object && 'code' in error && error.code === 'network_refused';
}
