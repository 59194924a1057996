// Runs the fuzzer on every operation of the simulators, in a state in which a scenario's request was accepted, with the
// values of that scenario. No response is 500, every response is documented and valid, requests that violate the
// contract are rejected, and rejected requests change nothing. The same seed generates the same requests:
// tsx packages/tools/src/gates/fuzz.ts [--seed <text>] [--api <name>] [--operation <id>] [--times <n>] [--counts]
// --times: multiplies the number of requests
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadScenarios, selectWorkflows } from '@understudy/conformance';
import { type ApiContract, createContract, loadDescription } from '@understudy/contract';
import { builtInApis, startSimulators } from 'api-understudy';
import { GateFailed, runGate } from '../gate.ts';
import { root } from '../steps.mjs';
import { fuzzOperation, type OperationCounts } from './fuzz/fuzz-operation.ts';
import { bodiesIn, keyOf, keysIn, recordStarts, type Start } from './fuzz/record-start.ts';
import { startAlone } from './fuzz/start-alone.ts';

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    api: { type: 'string' },
    operation: { type: 'string' },
    times: { type: 'string', default: '1' },
    counts: { type: 'boolean' },
  },
});

/** Maximum number of scenarios whose states are used to try an operation. */
const mostStarts = 8;

await runGate('fuzz', 1200 * Math.max(1, Number(options.times)), async () => {
  const { seed, times, api, operation } = options;
  const contracts = new Map<string, ApiContract>();
  for (const name of ['control', ...builtInApis.keys()]) {
    const document = await loadDescription(join(root, 'specs', name, 'openapi.yaml'), [join(root, 'specs')]);
    contracts.set(name, createContract(name, document));
  }
  const asked = [...contracts.values()]
    .flatMap(({ operations }) => [...operations.values()])
    .filter((each) => (api ?? each.api) === each.api && (operation ?? each.operationId) === each.operationId);
  if (asked.length === 0) throw new GateFailed('No operation has that id, or no API that name.');
  const files = await loadScenarios({ files: [...contracts.keys()].map((name) => join(root, 'scenarios', name)) });
  const simulators = await startSimulators({ randomSeed: 'fuzz', maxSnapshots: 10_000 });
  const { apis } = await simulators.control.info();
  const actions = asked.some(({ operationId }) => operationId === 'runAction')
    ? apis.flatMap((each) => each.actions)
    : [];
  // A long run starts in several states.
  const starts = Math.max(1, Math.min(mostStarts, Math.floor(Number(times))));
  const left = new Map(
    [
      ...asked.filter(({ operationId }) => operationId !== 'runAction').map((each) => keyOf(each)),
      ...actions.map(({ name }) => `action ${name}`),
    ].map((key) => [key, starts]),
  );
  const counts: OperationCounts[] = [];
  const failures: string[] = [];
  const fuzzFrom = async (found: readonly Start[]) => {
    for (const start of found) {
      left.set(start.key, (left.get(start.key) ?? 0) - 1);
      try {
        const each = await fuzzOperation({ simulators, start, seed, times: Number(times) / starts });
        counts.push(each);
        failures.push(...each.failures);
      } catch (error) {
        failures.push(`${start.key}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    for (const { name } of await simulators.control.sandboxes.list())
      if (name !== 'default') await simulators.control.sandboxes.delete(name);
    for (const { name } of await simulators.control.snapshots.list()) await simulators.control.snapshots.delete(name);
  };
  const bodies = bodiesIn(files);
  const isWanted = (key: string) => (left.get(key) ?? 0) > 0;
  for (const workflow of selectWorkflows(files, {})) {
    if (![...keysIn(workflow)].some(isWanted)) continue;
    await fuzzFrom(await recordStarts({ simulators, contracts, files, bodies, isWanted }, workflow));
  }
  await fuzzFrom(await startAlone(simulators, contracts, (key) => left.get(key) === starts));
  await simulators.close();
  if (options.counts) console.table(counts.map(({ failures: _failures, ...each }) => each));
  if (failures.length > 0) throw new GateFailed(failures.join('\n\n'));
  const sum = (name: 'requests' | 'refused') => counts.reduce((total, { [name]: count }) => total + count, 0);
  return `${sum('requests')} requests to ${left.size} operations and actions, ${sum('refused')} rejected without changes, seed ${seed}`;
});
