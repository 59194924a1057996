import { fileURLToPath } from 'node:url';
import { createContract } from '@understudy/contract';
import { inferPlan, loadOpenApi } from '@understudy/inference';
import {
  type BehaviorModel,
  type OperationPlan,
  type OperationStatement,
  printModel,
  readModel,
} from '@understudy/model';
import { describe, expect, it } from 'vitest';

const file = fileURLToPath(new URL('../testing/rental.yaml', import.meta.url));

async function planOf(model: BehaviorModel) {
  const { document } = await loadOpenApi(file);
  return inferPlan(createContract('rental', document), model);
}

/** What the description itself says, and the reason of the plan. */
type Given = 'operation' | 'node' | 'responses' | 'why';
type Changeable = Exclude<keyof OperationPlan, Given>;

/** For every member of a plan: an operation, and the line of a model that changes it. */
const lines: Readonly<Record<Changeable, readonly [id: string, line: OperationStatement, expected: unknown]>> = {
  does: ['restoreBike', { read: 'bikes' }, 'read'],
  resource: ['whoAmI', { read: 'bikes' }, expect.objectContaining({ name: 'bikes' })],
  parents: ['getBike', { parents: ['query.shop'] }, [{ in: 'query', name: 'shop' }]],
  key: ['getBike', { key: '"one"' }, { in: 'literal', name: 'one' }],
  scope: ['listBikes', { scope: ['query.kind'] }, [{ in: 'query', name: 'kind' }]],
  statuses: ['addBike', { status: [202] }, [202]],
  wrapped: ['addBike', { in: 'result.bike' }, ['result', 'bike']],
  shows: ['addBike', { shows: 'key' }, 'key'],
  sent: ['addBike', { from: 'bike' }, ['bike']],
  list: ['listBikes', { search: 'kind' }, expect.objectContaining({ search: 'kind' })],
  member: ['getRental', { part: 'extras' }, 'extras'],
  effects: ['returnBike', { set: { state: 'back', backAt: '=now' } }, { set: { state: 'back', backAt: '=now' } }],
  copies: [
    'changeBike',
    { replace: 'bikes', copies: { owner: 'path.bikeId' } },
    [{ parameter: 'bikeId', member: 'owner' }],
  ],
  keeps: ['returnBike', { keeps: { bikes: 'bike' } }, { resource: 'bikes', path: ['bike'] }],
  missing: ['putRental', { missing: 'create' }, 'create'],
  partial: ['putRental', { partial: false }, false],
  through: [
    'getRental',
    { through: [{ resource: 'bikes', keys: ['path.rentalId'] }] },
    [{ resource: expect.objectContaining({ name: 'bikes' }), sources: [{ in: 'path', name: 'rentalId' }] }],
  ],
  sends: ['returnBike', { sends: ['bikeAdded'] }, ['bikeAdded']],
};

const conventions: Readonly<Record<string, OperationStatement>> = {
  returnBike: { webhooks: { attempts: 2 } },
  addBike: { rateLimit: { requests: 2, per: 'PT1M' }, idempotent: false },
  getBike: { etag: true },
};

it('keeps the modelled HTTP and webhook settings, even in a pinned model', async () => {
  const { behavior, model } = await planOf(readModel({ operations: conventions }));
  const pinned = await planOf({ ...model, inferred: false });
  for (const [id, line] of Object.entries(conventions))
    for (const { operations } of [behavior, pinned.behavior]) expect(operations.get(id)?.statement).toMatchObject(line);
});

describe('a model shows and changes each property of a plan:', () => {
  it.each(Object.entries(lines))('%s', async (name, [id, line, expected]) => {
    const member = name as Changeable;
    const before = await planOf({});
    const { operations, model } = await planOf(readModel({ operations: { [id]: line } }));
    expect(operations.get(id)?.[member]).toEqual(expected);
    expect(before.operations.get(id)?.[member]).not.toEqual(expected);
    expect(model.operations?.[id]).toMatchObject(line);
    // The whole model, printed and given back, says the same.
    const [first = ''] = Object.keys(line);
    expect(await printModel(model)).toContain(`${first}:`);
    const pinned = await planOf({ ...model, inferred: false });
    expect(pinned.operations.get(id)?.[member]).toEqual(expected);
  });
});
