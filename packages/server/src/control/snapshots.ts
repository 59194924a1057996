import type { Finding } from '@understudy/contract';
import type { StoredRecord } from '@understudy/kernel';
import { FreezingCopier, JsonStream, type SandboxSnapshot, streamJson, streamList } from '@understudy/kernel/serving';
import type { components } from '../generated/types.js';
import {
  createSnapshotHeader,
  formatOutdatedMessage,
  listApiRecords,
  parseSnapshot,
  snapshotVersion,
} from '../sandboxes/snapshot-file.js';
import { SnapshotLimitError, type SnapshotSummary } from '../sandboxes/snapshot-store.js';
import { checkRule } from './check-fault.js';
import { checkResponseHeaders } from './check-response-headers.js';
import { type ControlContext, type ControlOperations, canSeeSnapshot } from './control-context.js';
import { controlErrors, createForeignSnapshotError, createInvalidInputError } from './control-errors.js';
import { presentSandbox } from './sandboxes.js';

export const snapshotOperations = {
  listSnapshots: async (_input, context) => ({
    status: 200,
    body: {
      snapshots: (await context.server.snapshots.list())
        .filter(([name]) => canSeeSnapshot(context, name))
        .map(([name, heading]) => presentSnapshot(name, heading)),
    },
  }),

  getSnapshot: async ({ path }, context) => {
    const snapshot = await seen(path.snapshot, context);
    if (snapshot === undefined) return controlErrors.unknownSnapshot(path.snapshot);
    return {
      status: 200,
      body: new JsonStream(streamList(createSnapshotHeader(snapshot), 'records', textsOf(listApiRecords(snapshot)))),
    };
  },

  putSnapshot: async ({ path, body }, context) => {
    const { server, sandbox } = context;
    const name = path.snapshot;
    if (!canSeeSnapshot(context, name)) return createForeignSnapshotError(name, context.caller?.clientId ?? '');
    if (body !== undefined && body.version !== snapshotVersion)
      return createInvalidInputError('/body/version', formatOutdatedMessage(body.version));
    // The contract validates the structure. Only the APIs know their settings.
    const findings = body === undefined ? [] : checkKernel(body.kernel, context);
    if (findings.length > 0) return controlErrors.badRequest(findings);
    const snapshot = body === undefined ? await sandbox.snapshot() : await fromTransport(body);
    try {
      return {
        status: 200,
        body: presentSnapshot(name, await server.snapshots.put(name, snapshot, server.admitGrowth)),
      };
    } catch (error) {
      if (error instanceof SnapshotLimitError) return controlErrors.snapshotLimit(error.message);
      throw error;
    }
  },

  deleteSnapshot: async ({ path }, context) =>
    canSeeSnapshot(context, path.snapshot) && (await context.server.snapshots.delete(path.snapshot))
      ? { status: 204 }
      : controlErrors.unknownSnapshot(path.snapshot),

  restoreSnapshot: async ({ path }, context) => {
    const snapshot = await seen(path.snapshot, context);
    if (snapshot === undefined) return controlErrors.unknownSnapshot(path.snapshot);
    await context.sandbox.restore(snapshot);
    return { status: 200, body: presentSandbox(context.sandbox, context) };
  },
} satisfies Partial<ControlOperations>;

/**
 * Finds errors that the schema of a snapshot cannot express: its fault rules and inbox responses must be valid here.
 */
function checkKernel(
  { settings, faults = {}, inboxes = {} }: components['schemas']['SnapshotKernel'],
  { sandbox, server }: ControlContext,
): Finding[] {
  const at = '/body/kernel';
  return [
    ...sandbox.settings.check(settings.settings, `${at}/settings/settings`),
    ...checkNumber(faults, server.memory.faultRules, `${at}/faults`),
    ...checkNumber(inboxes, server.memory.inboxes, `${at}/inboxes`),
    ...Object.entries(faults).flatMap(([place, { rule }]) => checkRule(rule, `${at}/faults/${place}/rule`)),
    ...Object.entries(inboxes).flatMap(([name, { answers }]) =>
      answers.flatMap(({ headers = {} }, index) =>
        checkResponseHeaders(headers, `${at}/inboxes/${name}/answers/${index}/headers`),
      ),
    ),
  ];
}

function checkNumber(entries: Readonly<Record<string, unknown>>, most: number, pointer: string): Finding[] {
  const count = Object.keys(entries).length;
  if (count <= most) return [];
  const message = `${pointer} has ${count} entries, but a sandbox of this server keeps at most ${most}`;
  return [{ ruleId: 'request/value', severity: 'error', message, pointer }];
}

async function seen(name: string, context: ControlContext): Promise<SandboxSnapshot | undefined> {
  return canSeeSnapshot(context, name) ? await context.server.snapshots.get(name) : undefined;
}

function presentSnapshot(
  name: string,
  { sandbox, at, records }: SnapshotSummary,
): components['schemas']['SnapshotInfo'] {
  return { name, sandbox, now: at, records };
}

function* textsOf(records: readonly StoredRecord[]): Generator<Iterable<string>> {
  for (const record of records) yield streamJson(record);
}

/** Freezes the records, so that sandboxes restored from them can share them. */
async function fromTransport({
  sandbox,
  at,
  kernel,
  records,
}: components['schemas']['Snapshot']): Promise<SandboxSnapshot> {
  const read = parseSnapshot({ sandbox, at, kernel: Object.fromEntries(Object.entries(kernel)) }, records);
  const copies = new FreezingCopier();
  const frozen: StoredRecord[] = [];
  for (const record of read.records) frozen.push({ ...record, value: await copies.of(record.value) });
  return { ...read, records: frozen };
}
