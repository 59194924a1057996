// A process of the corpus trial: checks each description in its arguments, and prints a line of JSON for each.
import { describeApi } from '@understudy/described';
import { checkFidelity, type FidelityFinding } from '@understudy/fuzzing';
import { startSimulators } from 'api-understudy';
import { checkFiles, checkSeconds, tellProgress } from './work-off.ts';

/** The result of serving one description. */
export interface CorpusResult {
  /** Path of the description in the corpus. */
  readonly file: string;
  /** The reason, if the description cannot be served. */
  readonly error?: string;
  /** Milliseconds until the description is served. */
  readonly readyMs?: number;
  readonly operations?: number;
  readonly unchecked?: number;
  readonly requests?: number;
  readonly refused?: readonly FidelityFinding[];
  readonly failed?: readonly FidelityFinding[];
  readonly violations?: readonly FidelityFinding[];
  /** Examples that violate their own schema. */
  readonly contradictions?: readonly FidelityFinding[];
  readonly parts?: number;
  readonly unreachable?: readonly FidelityFinding[];
}

await checkFiles(check);

async function check(file: string): Promise<CorpusResult> {
  const start = performance.now();
  const { api } = await describeApi(file, { name: 'described' });
  const contract = await api.describe?.();
  if (contract === undefined) throw new Error('it has no contract');
  const described = { security: 'off', 'http.unknownIds': 'invent', 'http.report': 'headers' };
  const simulators = await startSimulators({
    apis: [api],
    settings: { apis: { described } },
    seed: 'demo',
    randomSeed: '1',
  });
  const readyMs = Math.round(performance.now() - start);
  const written = await api.written?.();
  const end = performance.now() + checkSeconds * 1000;
  let seen = 0;
  try {
    const report = await checkFidelity(contract, {
      fetch: (address, init) => simulators.fetch(address, init),
      url: simulators.url,
      written,
      isLate: () => performance.now() > end,
      onProgress: tellProgress,
      newDefects() {
        const fresh = simulators.defects.slice(seen);
        seen += fresh.length;
        return fresh;
      },
    });
    return { ...report, file, readyMs, unchecked: report.unchecked.length };
  } finally {
    await simulators.close();
  }
}
