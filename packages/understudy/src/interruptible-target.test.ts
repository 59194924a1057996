import { inProcessTarget, type Target } from '@understudy/conformance';
import { expect, it } from 'vitest';
import { interruptibleTarget } from './interruptible-target.js';
import { startSimulators } from './start-simulators.js';

async function sandboxesOf(target: Target): Promise<string[]> {
  const { body } = await target.send({ method: 'GET', url: `${target.baseUrl}/_sim/sandboxes`, headers: {} });
  const { sandboxes }: { sandboxes: Array<{ name: string }> } = JSON.parse(new TextDecoder().decode(body));
  return sandboxes.map(({ name }) => name).sort();
}

it('removes the worlds in use, and answers nothing afterwards', async () => {
  const simulators = await startSimulators({ apis: ['inventory'] });
  const root = inProcessTarget(simulators);
  const { target, interrupt } = interruptibleTarget(root);
  await target.probe();
  const first = await target.isolate?.('first');
  const second = await target.isolate?.('second');
  await first?.dispose();
  // This one is being removed already when the run is cut short.
  void (await target.isolate?.('leaving'))?.dispose();
  // This one is still being made when the run is cut short.
  void target.isolate?.('third');
  expect(await sandboxesOf(root)).toEqual(expect.arrayContaining(['default', 'second']));

  expect(await interrupt()).toBe(0);
  let answered = false;
  const late = [
    second?.send({ method: 'GET', url: `${second.baseUrl}/io/health_check`, headers: {} }),
    second?.wait(1000),
    second?.dispose(),
    target.isolate?.('fourth'),
    target.probe(),
  ];
  for (const promise of late) void promise?.then(() => (answered = true));
  expect(await sandboxesOf(root)).toEqual(['default']);
  expect(answered).toBe(false);
  await simulators.close();
});

it('says how many worlds could not be removed', async () => {
  const simulators = await startSimulators({ apis: ['inventory'] });
  const root = inProcessTarget(simulators);
  const { target, interrupt } = interruptibleTarget(root);
  await target.isolate?.('gone');
  await simulators.control.sandboxes.delete('gone');
  expect(await interrupt()).toBe(1);
  await simulators.close();
});

it('is like its target otherwise', async () => {
  const simulators = await startSimulators({ apis: ['inventory'] });
  const root: Target = { ...inProcessTarget(simulators), isolate: undefined, baseUrlOf: (source) => `at ${source}` };
  const { target } = interruptibleTarget(root);
  expect([target.name, target.baseUrl, target.isolate]).toEqual([root.name, root.baseUrl, undefined]);
  expect([target.baseUrlOf?.('inventory'), target.capabilities]).toEqual(['at inventory', root.capabilities]);
  await simulators.close();
});
