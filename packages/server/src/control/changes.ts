import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { isObject, joinPointer } from '@understudy/contract';
import type { ErrorResult, StoredChange, StoredRecord } from '@understudy/kernel';
import {
  JsonStream,
  kernelPartition,
  redactValue,
  revertChanges,
  streamJson,
  streamList,
  toRecordAddress,
} from '@understudy/kernel/serving';
import type { components, operations } from '../generated/types.js';
import { type ControlContext, type ControlOperations, canSeeSnapshot } from './control-context.js';
import { controlErrors } from './control-errors.js';
import { findEditableCollection, isInternal } from './records.js';
import { mayReach } from './sandboxes.js';

type RecordChange = components['schemas']['RecordChange'];
type MemberChange = components['schemas']['MemberChange'];
type Query = NonNullable<operations['listChanges']['parameters']['query']>;

const mostMembers = 100;

/** Number of records to process per event loop turn. */
const inOneTurn = 1000;

export const changeOperations = {
  undo: async ({ body }, { sandbox, operation, request, caller }) => {
    const { journal } = sandbox;
    const before = body?.before ?? latestEdit(sandbox);
    if (before === undefined) return controlErrors.nothingToUndo();
    if (journal.entry(before) === undefined) return controlErrors.unknownEntry(before);
    const snapshot = await sandbox.snapshot();
    const undone = journal.changes.between(before);
    if (undone === undefined) return controlErrors.changesForgotten();
    const { seq: entry } = journal.append({
      at: sandbox.clock.timestamp(),
      type: 'edit',
      cause: before,
      operationId: operation.operationId,
      ...(caller === undefined ? {} : { token: caller.clientId }),
      method: request.method,
      url: request.url,
    });
    await sandbox.restore({ ...snapshot, records: revertChanges(snapshot.records, undone) });
    return { status: 200, body: { before, entry, count: undone.filter(isOfApi).length } };
  },

  listChanges: async ({ query }, context) => {
    const changes = await changesBetween(query, context);
    if ('refused' in changes) return changes;
    const { simulators } = context.server;
    const changed = changes
      .filter((change) => isOfApi(change) && !isGenerated(change) && !isOfServer(change, simulators))
      .map((change) => ({ ...change, before: change.before ?? seededRecord(change) }))
      .filter((change) => !isDeepStrictEqual(change.before, change.value));
    const texts = new Map(changed.map((change) => [change, toRecordAddress(change)]));
    changed.sort((one, other) => (String(texts.get(one)) < String(texts.get(other)) ? -1 : 1));
    const present = function* () {
      for (const change of changed.slice(0, query.limit)) yield streamJson(presentChange(change, context));
    };
    return { status: 200, body: new JsonStream(streamList({ count: changed.length }, 'changes', present())) };
  },
} satisfies Partial<ControlOperations>;

function latestEdit({ journal }: ControlContext['sandbox']): number | undefined {
  let seq = journal.next - 1;
  for (let entry = journal.entry(seq); entry !== undefined; entry = journal.entry(seq)) {
    const isUndo = entry.type === 'edit' && entry.cause !== null;
    if (entry.type === 'edit' && !isUndo && entry.error === undefined) return seq;
    // All changes since the cause were undone.
    seq = isUndo ? Number(entry.cause) - 1 : seq - 1;
  }
  return undefined;
}

/** Returns whether a seed record was generated on first use. */
function isGenerated({ before, value }: StoredChange): boolean {
  return before === undefined && isObject(value) && value['seeded'] === true;
}

/** Returns the record as it was in the seed, if it was generated and then changed. */
function seededRecord({ value }: StoredChange): unknown {
  return isObject(value) && isObject(value['seeded']) ? { fields: value['seeded'] } : undefined;
}

function isOfServer({ partition, collection }: StoredChange, simulators: ControlContext['server']['simulators']) {
  return isInternal(simulators.get(decodeURIComponent(partition.split('/')[0] ?? '')), collection);
}

/** Returns the differences between two states, including changes that cancel each other out. */
async function changesBetween(query: Query, context: ControlContext): Promise<StoredChange[] | ErrorResult> {
  const { fromSnapshot, fromSandbox, toSnapshot, fromEntry, toEntry } = query;
  const { sandbox, server } = context;
  const { changes } = sandbox.journal;
  for (const seq of [fromEntry, toEntry])
    if (seq !== undefined && sandbox.journal.entry(seq) === undefined) return controlErrors.unknownEntry(seq);
  if (fromSnapshot === undefined && fromSandbox === undefined && toSnapshot === undefined) {
    await sandbox.clock.settled(['work']);
    return (
      (fromEntry === undefined ? changes.sinceBeginning(toEntry) : changes.between(fromEntry, toEntry)) ??
      controlErrors.changesForgotten()
    );
  }
  const now = await sandbox.snapshot();
  const stateAt = async (name: string | undefined, undone: StoredChange[] | undefined) => {
    if (name === undefined)
      return undone === undefined ? controlErrors.changesForgotten() : revertChanges(now.records, undone);
    const snapshot = canSeeSnapshot(context, name) ? await server.snapshots.get(name) : undefined;
    return snapshot?.records ?? controlErrors.unknownSnapshot(name);
  };
  const stateOf = async (name: string) => {
    const other = (await mayReach(context, name)) ? await server.sandboxes.snapshotOf(name) : undefined;
    return other?.records ?? controlErrors.unknownSandbox(name);
  };
  const undone = fromEntry === undefined ? changes.sinceBeginning() : changes.between(fromEntry);
  const from = fromSandbox === undefined ? await stateAt(fromSnapshot, undone) : await stateOf(fromSandbox);
  const to = await stateAt(toSnapshot, toEntry === undefined ? [] : changes.between(toEntry));
  if ('refused' in from) return from;
  return 'refused' in to ? to : await differences(from, to);
}

async function differences(from: readonly StoredRecord[], to: readonly StoredRecord[]): Promise<StoredChange[]> {
  const left = new Map<string, StoredRecord>();
  const found: StoredChange[] = [];
  for (const [index, record] of from.entries()) {
    left.set(toRecordAddress(record), record);
    if (index % inOneTurn === 0) await nextTurn();
  }
  for (const [index, record] of to.entries()) {
    const address = toRecordAddress(record);
    const before = left.get(address)?.value;
    left.delete(address);
    if (before !== record.value) found.push({ ...record, before });
    if (index % inOneTurn === 0) await nextTurn();
  }
  return [
    ...found,
    ...[...left.values()].map(({ value: before, ...place }) => ({ ...place, value: undefined, before })),
  ];
}

function isOfApi({ partition }: StoredChange): boolean {
  return partition !== kernelPartition;
}

function presentChange(
  { partition, collection, key, ...change }: StoredChange,
  { server }: ControlContext,
): RecordChange {
  const [api = '', clientId, tenantId] = partition.split('/').map(decodeURIComponent);
  const { read = (value: unknown) => value } = findEditableCollection(server.simulators.get(api), collection) ?? {};
  const [before, after] = [change.before, change.value].map((value) => redactValue(read(value), server.guard?.secrets));
  const owner = clientId === undefined || tenantId === undefined ? {} : { clientId, tenantId };
  const place = { api, ...owner, collection, key };
  if (before === undefined) return { ...place, change: 'added', after };
  if (after === undefined) return { ...place, change: 'removed', before };
  return { ...place, change: 'changed', members: [...memberChanges(before, after, '')].slice(0, mostMembers) };
}

/** Lists the members that differ, by JSON Pointer. */
export function* memberChanges(before: unknown, after: unknown, pointer: string): Generator<MemberChange> {
  if (isDeepStrictEqual(before, after)) return;
  const isPair = (isObject(before) && isObject(after)) || (Array.isArray(before) && Array.isArray(after));
  if (!isPair) {
    yield { pointer, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
    return;
  }
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  for (const name of new Set([...old.keys(), ...now.keys()]))
    yield* memberChanges(old.get(name), now.get(name), joinPointer(pointer, name));
}
