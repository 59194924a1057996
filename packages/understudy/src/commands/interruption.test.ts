import { once } from 'node:events';
import { createServer } from 'node:http';
import {
  createHttpTarget,
  createInProcessTarget,
  type RunEvent,
  runScenarios,
  TransportError,
} from '@understudy/conformance';
import { expect, it } from 'vitest';
import { useResources } from '../testing/use-resources.js';
import { loadWorkspace } from '../workspace.js';

const { start, listen } = useResources();

it('stops starting workflows when interrupted, and deletes the sandboxes of started ones', async () => {
  const simulators = await start();
  const { contracts, ledger, files } = await loadWorkspace();
  const controller = new AbortController();
  const target = createInProcessTarget(simulators);
  const events: RunEvent[] = [];
  const result = await runScenarios({
    files,
    contracts,
    ledger,
    target,
    apis: ['inventory'],
    signal: controller.signal,
    onEvent(event) {
      events.push(event);
      if (event.type === 'step-attempted') controller.abort();
    },
  });
  const begun = events.filter(({ type }) => type === 'workflow-started');
  expect(begun).toHaveLength(4);
  expect(result).toMatchObject({ interrupted: true, totals: { skipped: result.totals.workflows - begun.length } });
  expect(result.totals.skipped).toBeGreaterThan(10);
  expect(result.workflows.flatMap(({ cleanupIncomplete }) => cleanupIncomplete ?? [])).toEqual([]);
  const { body } = await target.send({ method: 'GET', url: `${target.baseUrl}/_sim/sandboxes`, headers: {} });
  const { sandboxes } = JSON.parse(new TextDecoder().decode(body));
  expect(sandboxes).toMatchObject([{ name: 'default' }]);
});

it('cancels pending requests and delays immediately when interrupted', async () => {
  const server = createServer(() => {});
  const target = createHttpTarget(await listen(server));
  const controller = new AbortController();
  const { signal } = controller;
  const answer = target.send({ method: 'GET', url: target.baseUrl, headers: {}, signal });
  const time = target.wait(3_600_000, signal);
  await once(server, 'request');
  controller.abort();
  await expect(answer).rejects.toThrow(TransportError);
  await expect(answer).rejects.toThrow('it was cut off');
  await time;
  await target.wait(3_600_000, signal);
  await expect(target.send({ method: 'GET', url: target.baseUrl, headers: {}, signal })).rejects.toThrow('cut off');
});
