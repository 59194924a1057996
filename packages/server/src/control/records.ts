import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  compareNumbers,
  createJsonFilter,
  isJsonNumber,
  isObject,
  type KnownSecrets,
  stringifyJson,
} from '@understudy/contract';
import {
  type Collection,
  type CollectionEntry,
  createEditableCollection,
  type DataScope,
  defineCollection,
  type EditableCollection,
  jobRecords,
  type Owner,
  type Simulator,
  type UnitContext,
} from '@understudy/kernel';
import { createScopes, JsonStream, redactValue, runUnit, storedTimers, streamJson } from '@understudy/kernel/serving';
import type { components, operations } from '../generated/types.js';
import type { ControlContext, ControlOperations } from './control-context.js';
import { controlErrors, createInvalidInputError } from './control-errors.js';

type CollectionInfo = components['schemas']['CollectionInfo'];

const mostKeys = 20;

/** Collections to process per turn of the event loop. */
const inOneTurn = 500;

export const recordOperations = {
  /** Lists the stored collections by API and owner. */
  listCollections: async (_input, { server, sandbox }) => {
    const unit = sandbox.begin();
    const collections: CollectionInfo[] = await pendingCollections(server, sandbox);
    const pending = new Map(collections.map((each) => [`${each.api} ${each.collection}`, each]));
    for (const [index, { partition, collection }] of (await unit.collections()).entries()) {
      // Each owner has its own collections, so there can be many.
      if (index % inOneTurn === inOneTurn - 1) await nextTurn();
      const [api = '', clientId, tenantId] = partition.split('/').map(decodeURIComponent);
      const simulator = server.simulators.get(api);
      if (simulator === undefined || isInternal(simulator, collection)) continue;
      const stored = unit.collection(partition, defineCollection<unknown>(collection));
      const first = await stored.range('key', [], undefined, { limit: mostKeys });
      const rest = pending.get(`${api} ${collection}`);
      if (rest !== undefined) {
        rest.count += await stored.count();
        rest.firstKeys = [...first.map(({ key }) => key), ...rest.firstKeys].slice(0, mostKeys);
        continue;
      }
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
    return { status: 200, body: new JsonStream(streamJson({ collections })) };
  },

  listRecords: async ({ path, query }, context) => {
    await generateRecords(path, context);
    const { scope, simulator } = findScope(path.api, query, context);
    const { read = (value: unknown) => value, schema } = findEditableCollection(simulator, path.collection) ?? {};
    const stored = scope.collection(defineCollection<unknown>(path.collection));
    const { where, sort, text, limit } = query;
    const after = query.after === undefined ? {} : { after: { key: query.after, value: undefined } };
    const [count, records] =
      where === undefined && sort === undefined && text === undefined
        ? await Promise.all([stored.count(), stored.range('key', [], undefined, { limit, ...after })])
        : await search(stored, query, { read, secrets: context.server.guard?.secrets }).catch(
            (error: unknown) => [undefined, error instanceof Error ? error.message : ''] as const,
          );
    if (count === undefined)
      return createInvalidInputError(
        '/query/where',
        `/query/where cannot be used as a filter expression of JSONPath: ${records}`,
      );
    const shown = records
      .map(({ key, value }) => ({ key, value: read(value) }))
      .filter(({ value }) => value !== undefined);
    return {
      status: 200,
      body: {
        count,
        records: shown.map((record) => presentRecord(record, context)),
        ...(isObject(schema) && { schema }),
      },
    };
  },

  /** Returns a record, with figures if its API defines a view for its collection. */
  getRecord: async ({ path, query }, context) => {
    await generateRecords(path, context);
    const { scope, simulator, owner } = findScope(path.api, query, context);
    const { read = (value: unknown) => value, schema } = findEditableCollection(simulator, path.collection) ?? {};
    const value = read(await scope.collection(defineCollection<unknown>(path.collection)).get(path.key));
    if (value === undefined || simulator === undefined)
      return controlErrors.unknownRecord(path.api, path.collection, path.key);
    const view = viewOf(simulator, path.collection);
    const { sandbox } = context;
    const figures =
      view === undefined
        ? []
        : await runUnit(
            { sandbox, api: simulator.name, cause: null },
            (unit) => view.draw({ key: path.key, value, owner }, unit),
            () => false,
          );
    return {
      status: 200,
      body: {
        ...presentRecord({ key: path.key, value }, context, longestRecord),
        figures: structuredClone([...figures]) as Figures,
        ...(isObject(schema) && { schema }),
      },
    };
  },
} satisfies Partial<ControlOperations>;

/** Returns a page of the matching records and their total number. @throws Error for an invalid expression */
async function search(
  stored: Collection<unknown>,
  { where, sort, text, after, limit }: NonNullable<operations['listRecords']['parameters']['query']>,
  { read, secrets }: { readonly read: (stored: unknown) => unknown; readonly secrets: KnownSecrets | undefined },
): Promise<readonly [number, CollectionEntry<unknown>[]]> {
  const filter = where === undefined ? undefined : createJsonFilter(where);
  let found: CollectionEntry<unknown>[] = [];
  for (let page: CollectionEntry<unknown>[] = []; ; ) {
    const last = page.at(-1);
    page = await stored.range('key', [], undefined, { limit: inOneTurn, ...(last && { after: last }) });
    if (page.length === 0) break;
    const matching = filter?.(page, ({ value }) => read(value)) ?? page;
    // Searches the redacted form, so that a search cannot reveal a secret.
    const isFound = ({ key, value }: CollectionEntry<unknown>) =>
      text === undefined ||
      stringifyJson([key, redactValue(read(value), secrets)])
        .toLowerCase()
        .includes(text.toLowerCase());
    found.push(...matching.filter(isFound));
    await nextTurn();
  }
  if (sort !== undefined) {
    const [, sign, member = ''] = /^(-?)(.*)$/.exec(sort) ?? [];
    const by = ({ value }: CollectionEntry<unknown>) => getMemberAtPath(read(value), member);
    // The sort is stable, so equal values remain in key order.
    found.sort((one, other) => (sign === '' ? 1 : -1) * compareValues(by(one), by(other)));
  }
  const count = found.length;
  if (after !== undefined) found = found.slice(found.findIndex(({ key }) => key === after) + 1);
  return [count, found.slice(0, limit)];
}

export function getMemberAtPath(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce((at: unknown, name) => (isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined), value);
}

/** Compares numbers by value, and other values as text. */
function compareValues(one: unknown, other: unknown): number {
  if (isJsonNumber(one) && isJsonNumber(other)) return compareNumbers(one, other);
  const [left, right] = [one, other].map((value) => String(value ?? ''));
  return left === right ? 0 : String(left) < String(right) ? -1 : 1;
}

async function pendingCollections(
  { simulators }: ControlContext['server'],
  sandbox: ControlContext['sandbox'],
): Promise<CollectionInfo[]> {
  const found: CollectionInfo[] = [];
  for (const { name: api, generatedRecords } of simulators.values()) {
    const work = (unit: UnitContext) => generatedRecords?.pending(unit) ?? Promise.resolve([]);
    const pending = generatedRecords && (await runUnit({ sandbox, api, cause: null }, work, () => false));
    for (const { collection, keys } of pending ?? [])
      found.push({ api, collection, count: keys.length, firstKeys: keys.slice(0, mostKeys), hasView: false });
  }
  return found;
}

export async function generateRecords(
  { api, collection }: { readonly api: string; readonly collection: string },
  { server, sandbox }: ControlContext,
): Promise<void> {
  const { generatedRecords } = server.simulators.get(api) ?? {};
  if (generatedRecords !== undefined)
    await runUnit({ sandbox, api, cause: null }, (unit) => generatedRecords.fill(collection, unit));
}

type Figures = components['schemas']['Figure'][];

function findScope(
  api: string,
  { clientId, tenantId }: { readonly clientId?: string; readonly tenantId?: string },
  { server, sandbox }: Pick<ControlContext, 'server' | 'sandbox'>,
): { readonly scope: DataScope; readonly simulator: Simulator | undefined; readonly owner: Owner | undefined } {
  const scopes = createScopes(sandbox.begin(), api);
  const owner = clientId === undefined || tenantId === undefined ? undefined : { clientId, tenantId };
  return {
    scope: owner === undefined ? scopes.shared : scopes.of(owner),
    simulator: server.simulators.get(api),
    owner,
  };
}

/** The kernel's collections within an API's partitions. */
const ofKernel = new Set([jobRecords.name, storedTimers.name]);

/** Finds a collection that users can edit; undefined if there is none. Without schemas, every value is a record. */
export function findEditableCollection(
  simulator: Simulator | undefined,
  collection: string,
): EditableCollection | undefined {
  if (simulator?.records !== undefined) return simulator.records(collection);
  return simulator === undefined || ofKernel.has(collection) ? undefined : createEditableCollection({});
}

/** Returns whether a collection is internal to an API that declares its records. */
export function isInternal(simulator: Simulator | undefined, collection: string): boolean {
  return simulator?.records !== undefined && !ofKernel.has(collection) && simulator.records(collection) === undefined;
}

function viewOf({ views = [] }: Simulator, collection: string) {
  return views.find((view) => view.collection === collection);
}

/** Maximum number of characters of a record. */
export const longestRecord = 1_048_576;

export function presentRecord(
  { key, value }: { readonly key: string; readonly value: unknown },
  { server }: ControlContext,
  longest?: number,
): components['schemas']['StoredEntry'] {
  return { key, value: redactValue(value, server.guard?.secrets, longest) };
}
