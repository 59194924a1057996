import { setImmediate as nextTurn } from 'node:timers/promises';
import { defineCollection, type Handler, type Owner, type Scope, type Simulator } from '@understudy/kernel';
import { inUnit, JsonStream, jsonPieces, redactValue, scopesOf } from '@understudy/kernel/serving';
import type { components, operations } from '../generated/types.js';
import type { ControlContext } from './control-context.js';
import { unknownRecord } from './control-refusals.js';

type Operation<Id extends keyof operations> = Handler<operations[Id], ControlContext>;
type CollectionInfo = components['schemas']['CollectionInfo'];

/** Keys to suggest for each collection. */
const mostKeys = 20;

/** Collections per turn of the event loop. */
const inOneTurn = 500;

/** The stored collections by API and owner. */
export const listCollections: Operation<'listCollections'> = async (_input, { world, sandbox }) => {
  const unit = sandbox.begin();
  const collections: CollectionInfo[] = [];
  for (const [index, { partition, collection }] of (await unit.collections()).entries()) {
    // Each owner has collections, so there can be many.
    if (index % inOneTurn === inOneTurn - 1) await nextTurn();
    const [api = '', clientId, tenantId] = partition.split('/').map(decodeURIComponent);
    const simulator = world.simulators.get(api);
    if (simulator === undefined) continue;
    const stored = unit.collection(partition, defineCollection<unknown>(collection));
    const first = await stored.range('key', [], undefined, { limit: mostKeys });
    collections.push({
      api: simulator.name,
      ...(clientId === undefined ? {} : { clientId }),
      ...(tenantId === undefined ? {} : { tenantId }),
      collection,
      count: await stored.count(),
      firstKeys: first.map(({ key }) => key),
      hasView: viewOf(simulator, collection) !== undefined,
    });
  }
  if (collections.length <= inOneTurn) return { status: 200, body: { collections } };
  return { status: 200, body: new JsonStream(jsonPieces({ collections })) };
};

export const listRecords: Operation<'listRecords'> = async ({ path, query }, context) => {
  const { scope } = findScope(path.api, query, context);
  const stored = scope.collection(defineCollection<unknown>(path.collection));
  const after = query.after === undefined ? {} : { after: { key: query.after, value: undefined } };
  const [count, records] = await Promise.all([
    stored.count(),
    stored.range('key', [], undefined, { limit: query.limit, ...after }),
  ]);
  return { status: 200, body: { count, records: records.map((record) => presentRecord(record, context)) } };
};

/** A record, with figures if its API has a view. */
export const getRecord: Operation<'getRecord'> = async ({ path, query }, context) => {
  const { scope, simulator, owner } = findScope(path.api, query, context);
  const value = await scope.collection(defineCollection<unknown>(path.collection)).get(path.key);
  if (value === undefined || simulator === undefined) return unknownRecord(path.api, path.collection, path.key);
  const view = viewOf(simulator, path.collection);
  const { sandbox } = context;
  const figures =
    view === undefined
      ? []
      : await inUnit(
          { sandbox, api: simulator.name, cause: null },
          (unit) => view.draw({ key: path.key, value, owner }, unit),
          () => false,
        );
  return {
    status: 200,
    body: { ...presentRecord({ key: path.key, value }, context), figures: structuredClone([...figures]) as Figures },
  };
};

type Figures = components['schemas']['Figure'][];

function findScope(
  api: string,
  { clientId, tenantId }: { readonly clientId?: string; readonly tenantId?: string },
  { world, sandbox }: ControlContext,
): { readonly scope: Scope; readonly simulator: Simulator | undefined; readonly owner: Owner | undefined } {
  const scopes = scopesOf(sandbox.begin(), api);
  const owner = clientId === undefined || tenantId === undefined ? undefined : { clientId, tenantId };
  return {
    scope: owner === undefined ? scopes.shared : scopes.of(owner),
    simulator: world.simulators.get(api),
    owner,
  };
}

function viewOf({ views = [] }: Simulator, collection: string) {
  return views.find((view) => view.collection === collection);
}

function presentRecord(
  { key, value }: { readonly key: string; readonly value: unknown },
  { world }: ControlContext,
): components['schemas']['StoredEntry'] {
  return { key, value: redactValue(value, world.guard?.secrets) };
}
