// Runs the fuzzer on every operation of the simulators: no response is 500, every response is documented and valid,
// requests that violate the contract are rejected, and rejected requests change nothing. The same seed generates the
// same requests:
// tsx packages/tools/src/gates/fuzz.ts [--seed <text>] [--api <name>] [--operation <id>] [--times <n>] [--counts]
// --times: multiplies the number of requests
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createContract, loadDescription } from '@understudy/contract';
import { builtInApis, type RunningSimulators, startSimulators } from 'api-understudy';
import { GateFailed, runGate } from '../gate.ts';
import { root } from '../steps.mjs';
import { fuzzOperation, type OperationCounts } from './fuzz/fuzz-operation.ts';
import { prepareTemplates, servicesOf } from './fuzz/operation-context.ts';

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
  const counts: OperationCounts[] = [];
  const failures: string[] = [];
  const { seed } = options;
  const times = Number(options.times);
  for (const api of apis.filter((name) => options.api === undefined || options.api === name)) {
    const document = await loadDescription(join(root, 'specs', api, 'openapi.yaml'), [join(root, 'specs')]);
    const contract = createContract(api, document);
    for (const operation of contract.operations.values()) {
      if (options.operation !== undefined && operation.operationId !== options.operation) continue;
      for (const service of servicesOf(operation)) {
        try {
          const each = await fuzzOperation({ simulators, contract, operation, service, known, seed, times });
          counts.push(each);
          failures.push(...each.failures);
        } catch (error) {
          // The server is unusable. The next operation gets a new one.
          failures.push(`${api} ${operation.operationId}: ${error instanceof Error ? error.message : String(error)}`);
          await simulators.close();
          ({ simulators, known } = await startPrepared());
        }
      }
    }
  }
  await simulators.close();
  if (options.counts) console.table(counts.map(({ failures: _failures, ...each }) => each));
  if (counts.length === 0) throw new GateFailed('No operation has that id, or no API that name.');
  if (failures.length > 0) throw new GateFailed(failures.join('\n\n'));
  const sum = (name: 'requests' | 'refused') => counts.reduce((total, { [name]: count }) => total + count, 0);
  const operations = new Set(counts.map(({ api, operation }) => `${api} ${operation}`)).size;
  return `${sum('requests')} requests to ${operations} operations, ${sum('refused')} rejected without changes, seed ${seed}`;
});

async function startPrepared(): Promise<{ simulators: RunningSimulators; known: Record<string, unknown> }> {
  // The state check takes a snapshot too and needs room beside those of many requests.
  const simulators = await startSimulators({ randomSeed: 'fuzz', maxSnapshots: 10_000 });
  return { simulators, known: await prepareTemplates(simulators) };
}
