// A process of the zoo trial: simulates each description it is named, and prints a line of JSON for each.
import type { ApiContract } from '@understudy/contract';
import { describeApi } from '@understudy/described';
import { fuzzContract } from '@understudy/fuzzing';
import type { ApiDefinition } from '@understudy/kernel';
import { type StartOptions, startSimulators } from 'api-understudy';
import { readResources } from './read-resources.ts';
import { ResourceTrial, type Verdict } from './try-resource.ts';
import { type SeedResult, trySeeds } from './try-seeds.ts';

/** How one description went. */
export interface DescriptionResult {
  readonly file: string;
  /** Absent when it starts. */
  readonly error?: string;
  /** Processor time until it serves, and of the whole trial. */
  readonly startMs?: number;
  readonly totalMs?: number;
  readonly operations?: number;
  readonly stateful?: number;
  readonly requests?: number;
  /** Causes of responses with 500 and of requests without a response. */
  readonly failures?: readonly string[];
  readonly resources?: readonly Verdict[];
  /** Warnings of the description, and plans that do not hold when they are tried. */
  readonly warnings?: number;
  readonly problems?: readonly string[];
  readonly seeds?: SeedResult;
}

const [requests, ...files] = process.argv.slice(2);
for (const file of files) {
  const result = await tryDescription(file, Number(requests)).catch((error: unknown) => ({
    file,
    error: error instanceof Error ? error.message.slice(0, 300) : String(error),
  }));
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
process.exit();

async function tryDescription(file: string, count: number): Promise<DescriptionResult> {
  const before = process.cpuUsage();
  const passed = () => {
    const { user, system } = process.cpuUsage(before);
    return Math.round((user + system) / 1000);
  };
  const progress = () => process.stdout.write('.\n');
  const { api, explanation, tryPlan } = await describeApi(file, { name: 'described' });
  const { contract } = await api.simulator();
  const settings = { apis: { described: { security: 'off' } } };
  const simulators = await startSimulators({ apis: [api], settings, maxSnapshots: 10 });
  const startMs = passed();
  const seeds = await seedsOf(api, contract, settings);
  const resources: Verdict[] = [];
  try {
    const found = readResources(contract);
    const trial = new ResourceTrial(contract, simulators, found);
    for (const resource of found) {
      progress();
      const { collection } = resource;
      const failed = (error: unknown) =>
        ({ collection, step: 'not tried', detail: String(error).slice(0, 150) }) as const;
      resources.push(await trial.try(resource).catch(failed));
    }
    const problems = await tryPlan(async ({ path, ...init }) => {
      const response = await simulators.fetch(`${simulators.url}${path}`, init);
      const text = await response.text();
      const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '') && text !== '';
      return { status: response.status, body: isJson ? JSON.parse(text) : text };
    }, progress);
    const report = await fuzzContract(contract, {
      fetch: (address, init) => simulators.fetch(address, init),
      url: simulators.url,
      requests: count,
      // Threads need their time on a busy machine.
      timeoutMs: 60_000,
      onProgress: progress,
    });
    const isFailure = ({ status }: { status: number | undefined }) => status === undefined || status === 500;
    return {
      ...{ file, seeds, startMs, totalMs: passed(), resources, requests: report.requests },
      operations: explanation.operations.length,
      warnings: explanation.warnings.length,
      problems: problems.map(({ message }) => message),
      stateful: explanation.operations.filter(({ does }) => does !== 'answer').length,
      failures: report.findings.filter(isFailure).map(({ cause, curl }) => `${cause} ${curl.slice(0, 300)}`),
    };
  } finally {
    await simulators.close();
  }
}

/** Returns the demo records of a description, on a server of their own. */
async function seedsOf(api: ApiDefinition, contract: ApiContract, settings: StartOptions['settings'] & object) {
  const simulators = await startSimulators({ apis: [api], settings, seed: 'demo' });
  return await trySeeds(simulators, readResources(contract)).finally(() => simulators.close());
}
