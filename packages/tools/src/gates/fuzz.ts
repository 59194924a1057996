// Sends generated requests, valid and mutated, to every operation. No response is 500, every response is documented
// and valid, requests that violate the contract are rejected, and rejected requests change nothing. The same seed
// generates the same requests:
// tsx packages/tools/src/gates/fuzz.ts [--seed <text>] [--api <name>] [--operation <id>] [--times <n>] [--counts]
// --times: multiplies the number of requests
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createContract, loadDescription } from '@understudy/contract';
import { builtInApis, type RunningSimulators, startSimulators } from 'api-understudy';
import { GateFailed, runGate } from '../gate.ts';
import { root } from '../steps.mjs';
import { describeFailures, type Failure } from './fuzz/describe-failures.ts';
import { prepareTemplates, servicesOf } from './fuzz/operation-context.ts';
import { OperationRun } from './fuzz/operation-run.ts';

const apis = [...builtInApis.keys(), 'control'];
const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    api: { type: 'string' },
    operation: { type: 'string' },
    times: { type: 'string', default: '1' },
    counts: { type: 'boolean' },
  },
});

await runGate('fuzz', 1200 * Math.max(1, Number(options.times)), async () => {
  let { simulators, known } = await startPrepared();
  const counts: (OperationRun['counts'] & { service: string; ms: number })[] = [];
  const failures: Failure[] = [];
  for (const api of apis.filter((name) => options.api === undefined || options.api === name)) {
    const document = await loadDescription(join(root, 'specs', api, 'openapi.yaml'), [join(root, 'specs')]);
    const contract = createContract(api, document);
    for (const operation of contract.operations.values()) {
      if (options.operation !== undefined && operation.operationId !== options.operation) continue;
      for (const service of servicesOf(operation)) {
        const run = new OperationRun(simulators, contract, operation, service, options);
        const started = performance.now();
        try {
          await run.all(document, known);
        } catch (error) {
          // The server is unusable; earlier failures may say why. The next operation gets a new one.
          run.fail({ what: 'the whole run' }, undefined, [error instanceof Error ? error.message : String(error)]);
          await simulators.close();
          ({ simulators, known } = await startPrepared());
        }
        counts.push({ ...run.counts, service: service.name, ms: Math.round(performance.now() - started) });
        failures.push(...run.failures);
      }
    }
  }
  await simulators.close();
  if (options.counts) console.table(counts);
  if (counts.length === 0) throw new GateFailed('No operation has that id, or no API that name.');
  if (failures.length > 0) throw new GateFailed(describeFailures(failures));
  const total = counts.reduce((sum, { valid, mutated }) => sum + valid + mutated, 0);
  const refused = counts.reduce((sum, count) => sum + count.refused, 0);
  const operations = new Set(counts.map(({ api, operation }) => `${api} ${operation}`)).size;
  return `${total} requests to ${operations} operations, ${refused} rejected without changes, seed ${options.seed}`;
});

async function startPrepared(): Promise<{ simulators: RunningSimulators; known: Record<string, unknown> }> {
  // The state check takes a snapshot too and needs room beside those of many requests.
  const simulators = await startSimulators({ randomSeed: 'fuzz', maxSnapshots: 10_000 });
  return { simulators, known: await prepareTemplates(simulators) };
}
