import { expect, it } from 'vitest';
import { contracts as shopContracts, shopTarget } from '../../testing/job-shop.js';
import { ledger, run, scenarios } from '../../testing/scenario.js';
import { assignWorkflows } from '../assign-workflows.js';
import { mergeResults, type RunResult } from '../index.js';

const context = { contracts: shopContracts(), ledger: ledger() };
const parts = (workflows: number, count: number): number[][] =>
  Array.from({ length: count }, (_, index) => assignWorkflows(workflows, { index: index + 1, count }));

/** Creates six workflows, one of which fails, and a server that counts its calls. */
async function six() {
  const step = (id: number) =>
    `  - workflowId: w${id}\n    steps: [{ stepId: look, operationId: getBusy, successCriteria: [{ condition: $statusCode == ${id === 4 ? 200 : 429} }] }]`;
  const files = await scenarios({ 'a.arazzo.yaml': `workflows:\n${[1, 2, 3, 4, 5, 6].map(step).join('\n')}` });
  return { files, target: shopTarget() };
}

async function inShards(count: number, options: object = {}): Promise<RunResult[]> {
  const { files, target } = await six();
  const results: RunResult[] = [];
  for (let index = 1; index <= count; index++) {
    results.push((await run({ files, target, shard: { index, count }, ...options })).result);
  }
  return JSON.parse(JSON.stringify(results));
}

const timeless = (result: RunResult): unknown =>
  JSON.parse(JSON.stringify(result), (key, value) => (/startedAt|durationMilliseconds/.test(key) ? undefined : value));

it('assigns every workflow to exactly one shard, in shards of about the same size', () => {
  expect(parts(5, 2)).toEqual([
    [0, 2, 4],
    [1, 3],
  ]);
  expect(parts(1, 3)).toEqual([[0], [], []]);
  expect(() => assignWorkflows(1, { index: 4, count: 3 })).toThrow('Invalid shard 4 of 3');
});

it.each([{}, { seed: 'x' }])(
  'merges shard reports into the result of a single run, except for times (options %o)',
  async (options) => {
    const { files, target } = await six();
    const { result: whole } = await run({ files, target, ...options });
    const merged = mergeResults((await inShards(4, options)).reverse(), context);
    expect(timeless(merged)).toEqual(timeless(whole));
    expect(merged).toMatchObject({ totals: { workflows: 6, passed: 5, failed: 1 }, exitCode: 1 });
    expect(merged.causes).toHaveLength(1);
  },
);

it('rejects missing, surplus and mismatching shard reports', async () => {
  const [one, two, three] = await inShards(3);
  if (one === undefined || two === undefined || three === undefined) throw new Error('three were made');
  const [other] = await inShards(2);
  expect(() => mergeResults([one, three], context)).toThrow('Missing shard 2 of 3.');
  expect(() => mergeResults([one, two, three, two], context)).toThrow('Expected 3 shards, but got 4.');
  expect(() => mergeResults([one, two, ...(other === undefined ? [] : [other])], context)).toThrow(
    'All reports must be shards of',
  );
  expect(() => mergeResults([{ ...one, target: 'stage' }, two, three], context)).toThrow('different targets');
  const elsewhere = { ...three, shard: { index: 3, count: 3, places: [0, 1] } };
  expect(() => mergeResults([one, two, elsewhere], context)).toThrow('do not match');
  const { shard: _, ...whole } = one;
  expect(() => mergeResults([whole, whole], context)).toThrow('is in two of the reports');
});

it('does not fail for an empty shard', async () => {
  const results = await inShards(7);
  expect(results.map(({ workflows }) => workflows.length).sort()).toEqual([0, 1, 1, 1, 1, 1, 1]);
  expect(results.filter(({ exitCode }) => exitCode !== 0)).toHaveLength(1);
  expect(mergeResults(results, context).findings).toEqual([]);
});
