import type { FidelityReport } from '@understudy/fuzzing';
import { type ApiDefinition, httpSettings } from '@understudy/kernel';
import { startSimulators } from './start-simulators.js';

/** Limits of a check. */
interface CheckOptions {
  onProgress?(done: number, operations: number): void;
  isLate?(): boolean;
}

/**
 * Serves a described API in this process, and checks that valid requests are accepted and every described response can
 * be requested. Validates responses against the description as its author wrote it. Every id exists and no credentials
 * are required, so that neither causes a rejection.
 */
export async function checkApi(api: ApiDefinition, options: CheckOptions = {}): Promise<FidelityReport> {
  const contract = await api.describe?.();
  if (contract === undefined) throw new RangeError(`${api.name} is not made from a description`);
  const written = await api.written?.();
  const { checkFidelity } = await import('@understudy/fuzzing');
  const settings = { security: 'off', [httpSettings.unknownIds.name]: 'invent', [httpSettings.report.name]: 'headers' };
  const simulators = await startSimulators({
    apis: [api],
    seed: 'demo',
    randomSeed: '1',
    settings: { apis: { [api.name]: settings } },
  });
  let seen = 0;
  try {
    return await checkFidelity(contract, {
      ...options,
      written,
      fetch: (address, init) => simulators.fetch(address, init),
      url: simulators.url,
      newDefects() {
        const fresh = simulators.defects.slice(seen);
        seen += fresh.length;
        return fresh;
      },
    });
  } finally {
    await simulators.close();
  }
}
