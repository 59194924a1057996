import { defaultStartInstant, isJson, isStreamingMediaType, parseJson, parseMediaType } from '@understudy/contract';
import type { Simulator } from '@understudy/kernel';
import { createSimulators } from './create-simulators.js';

interface ScratchRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const address = 'http://understudy.local';

/**
 * Serves an API without security in a temporary sandbox with a seed. Responses are not validated here; the caller does
 * that.
 *
 * @param seed number of records by collection
 */
export function openScratch(simulator: Simulator, seed: Readonly<Record<string, number>>) {
  const { name } = simulator;
  const simulators = createSimulators({
    simulators: [{ ...simulator, isUnchecked: true }],
    seeds: { scratch: async () => ({ [name]: seed }) },
    sandbox: {
      clock: { mode: 'manual', at: defaultStartInstant },
      progression: 'immediate',
      seed: 'scratch',
      randomSeed: '1',
      settings: [{ apis: { [name]: { security: 'off' } } }],
    },
  });
  return {
    async send({ path, ...init }: ScratchRequest) {
      const response = await simulators.fetch(`${address}${path}`, init);
      const location = response.headers.get('location') ?? undefined;
      const type = parseMediaType(response.headers.get('content-type') ?? undefined) ?? '';
      // A stream can stay open, so its body is never read to the end.
      if (isStreamingMediaType(type)) await response.body?.cancel();
      const text = isStreamingMediaType(type) ? '' : await response.text();
      return { status: response.status, location, body: text !== '' && isJson(type) ? parseJson(text) : text };
    },
    close: () => simulators.close(),
  };
}
