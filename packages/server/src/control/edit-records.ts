import {
  type Finding,
  isJsonNumber,
  isObject,
  joinPointer,
  mergePatch,
  redactedText,
  stringifyJson,
} from '@understudy/contract';
import {
  defineCollection,
  type EditableCollection,
  type ErrorResult,
  jobRecords,
  type UnitContext,
} from '@understudy/kernel';
import {
  admitRecords,
  cutMark,
  type RecordedEntry,
  runRecords,
  runUnit,
  storedTimers,
} from '@understudy/kernel/serving';
import type { components } from '../generated/types.js';
import type { ControlContext, ControlOperations } from './control-context.js';
import { controlErrors, createInvalidInputError } from './control-errors.js';
import { findEditableCollection, generateRecords, getMemberAtPath, longestRecord, presentRecord } from './records.js';

type Edited = components['schemas']['EditedRecord'];

const longestKey = 500;

interface Edit {
  readonly does: 'create' | 'replace' | 'change' | 'delete';
  readonly path: { readonly api: string; readonly collection: string; readonly key?: string };
  readonly query: { readonly clientId?: string; readonly tenantId?: string; readonly key?: string };
  readonly body?: unknown;
}

export const editOperations = {
  createRecord: async (input, context) => {
    const edited = await editRecord({ does: 'create', ...input }, context);
    return 'refused' in edited ? edited : { status: 201, body: edited };
  },

  replaceRecord: async (input, context) => answer(await editRecord({ does: 'replace', ...input }, context)),

  changeRecord: async (input, context) => answer(await editRecord({ does: 'change', ...input }, context)),

  deleteRecord: async (input, context) => answer(await editRecord({ does: 'delete', ...input }, context)),
} satisfies Partial<ControlOperations>;

function answer(edited: Edited | ErrorResult) {
  return 'refused' in edited ? edited : { status: 200 as const, body: edited };
}

async function editRecord(edit: Edit, context: ControlContext): Promise<Edited | ErrorResult> {
  const { server, sandbox } = context;
  const { api, collection } = edit.path;
  const { clientId, tenantId } = edit.query;
  const simulator = server.simulators.get(api);
  if (simulator === undefined) return controlErrors.unknownApi(api, [...server.simulators.keys()]);
  const records = findEditableCollection(simulator, collection);
  if (records === undefined) return controlErrors.notEditable(api, collection);
  if ((clientId === undefined) !== (tenantId === undefined))
    return createInvalidInputError(
      '/query/tenantId',
      '/query/clientId and /query/tenantId must both be set, or none of them',
    );
  if (records.put !== undefined && clientId !== undefined)
    return createInvalidInputError(
      '/query/clientId',
      `/query/clientId must be absent, because "${collection}" of ${api} has no owners`,
    );
  await generateRecords(edit.path, context);
  const noted: RecordedEntry[] = [];
  let release: (() => void) | undefined;
  const note = () => void noted.push(sandbox.journal.append(entryOf(edit, context)));
  try {
    const result = await runUnit(
      { sandbox, api, cause: null, onCommit: note },
      async (unit) => {
        const staged = await stageEdit(edit, records, unit, context);
        // A previous attempt ended in a conflict.
        release?.();
        if (!('refused' in staged)) release = await admitRecords({ sandbox, server }, edit.does === 'delete', unit);
        return staged;
      },
      (staged) => !('refused' in staged),
    );
    if ('refused' in result) return result;
    const { timers, ...record } = result;
    return {
      ...presentRecord(record, context, longestRecord),
      entry: noted[0]?.seq ?? sandbox.journal.next - 1,
      effects: { webhooks: false, timers },
    };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // An index cannot sort the record, so nothing was stored.
    for (const entry of noted) entry.error = error.message;
    return createInvalidInputError('/body', `/body does not fit the indexes of "${collection}": ${error.message}`);
  } finally {
    release?.();
  }
}

function entryOf({ path, query }: Edit, { sandbox, caller, operation, request }: ControlContext) {
  return {
    at: sandbox.clock.timestamp(),
    type: 'edit' as const,
    cause: null,
    api: path.api,
    operationId: operation.operationId,
    ...(query.tenantId === undefined ? {} : { tenantId: query.tenantId }),
    ...(caller === undefined ? {} : { token: caller.clientId }),
    method: request.method,
    url: request.url,
  };
}

interface Staged {
  readonly key: string;
  readonly value: unknown;
  readonly timers: { kind: string; at: string }[];
}

async function stageEdit(
  { does, path, query: { clientId, tenantId, ...query }, body }: Edit,
  records: EditableCollection,
  unit: UnitContext,
  { sandbox }: ControlContext,
): Promise<Staged | ErrorResult> {
  const { api, collection } = path;
  const { keyMember, read = (value: unknown) => value } = records;
  const { shared } = unit.scopes;
  const scope = clientId === undefined || tenantId === undefined ? shared : unit.scopes.of({ clientId, tenantId });
  const stored = scope.collection(defineCollection<unknown>(collection));
  const given = keyMember === undefined ? undefined : getMemberAtPath(body, keyMember);
  const made =
    path.key ?? query.key ?? (isKey(given) ? given : ((await records.newKey?.(unit)) ?? unit.ids.next('record')));
  const key = String(made);
  if (/\p{Surrogate}/u.test(key) || key.includes('\0') || key.length > longestKey)
    return createInvalidInputError(
      '/query/key',
      `The key of the record must be Unicode text of at most ${longestKey} characters`,
    );
  const before = read(await stored.get(key));
  if (does === 'create' && before !== undefined) return controlErrors.recordExists(key);
  if (before === undefined && (does === 'change' || does === 'delete'))
    return controlErrors.unknownRecord(api, collection, key);
  if (collection === jobRecords.name && (await sandbox.kernel.get(runRecords, key)) !== undefined)
    return controlErrors.jobRunning(key);
  const timers = (await shared.collection(storedTimers).list()).filter(({ value }) => names(value, key, before));
  const staged = { key, timers: timers.map(({ value: { kind, at } }) => ({ kind, at })) };
  if (does === 'delete') {
    if (records.remove === undefined) await stored.delete(key);
    else await records.remove(key, unit);
    return { ...staged, value: before };
  }
  const redacted = pointerOf(body, redactedText, '/body');
  if (redacted !== undefined)
    return createInvalidInputError(
      redacted,
      `${redacted} is redacted; send the secret itself, or leave it out of a PATCH`,
    );
  const begun = pointerOf(body, cutMark, '/body');
  if (begun !== undefined)
    return createInvalidInputError(begun, `${begun} is only the beginning of a value; leave it out of a PATCH`);
  const merged = does === 'change' ? mergePatch(before, body) : body;
  const isUnnamed = does === 'create' && keyMember !== undefined && given === undefined && !keyMember.includes('.');
  const value = isUnnamed && isObject(merged) ? { ...merged, [keyMember]: made } : merged;
  const findings = [...newFindings(records, before, value)];
  if (records.put === undefined) findings.push(...(await keyFindings(stored, { key, before, value, keyMember })));
  if (findings.length === 0 && records.put !== undefined) findings.push(...(await records.put(key, value, unit)));
  if (findings.length > 0) return controlErrors.badRequest(findings.map(inBody));
  if (records.put === undefined) await stored.put(key, value);
  return { ...staged, value };
}

function isKey(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || isJsonNumber(value);
}

/**
 * Returns the findings that the previous record did not have. Real servers also store records that violate their
 * schema.
 */
function newFindings({ check }: EditableCollection, before: unknown, value: unknown): Finding[] {
  const nameOf = ({ ruleId, pointer }: Finding) => `${ruleId} ${pointer}`;
  const known = new Set(before === undefined ? [] : check(before).map(nameOf));
  return check(value).filter((finding) => !known.has(nameOf(finding)));
}

/**
 * Returns findings for a missing or different key. If other records contain their key as a member, this record must,
 * too.
 */
async function keyFindings(
  stored: { range(...bounds: ['key', [], undefined, { limit: number }]): Promise<{ key: string; value: unknown }[]> },
  { key, before, value, keyMember }: { key: string; before: unknown; value: unknown; keyMember: string | undefined },
): Promise<Finding[]> {
  if (keyMember === undefined) return [];
  const [sample] =
    before === undefined ? await stored.range('key', [], undefined, { limit: 1 }) : [{ key, value: before }];
  const isKeyOf = (record: unknown, its: string) => String(getMemberAtPath(record, keyMember)) === its;
  if (isKeyOf(value, key) || (sample !== undefined && !isKeyOf(sample.value, sample.key))) return [];
  const pointer = joinPointer('', keyMember);
  return [
    { ruleId: 'record/key', severity: 'error', message: `${pointer} must be "${key}", the key of the record`, pointer },
  ];
}

function inBody({ pointer, message, ...finding }: Finding): Finding {
  return { ...finding, pointer: `/body${pointer}`, message: message.startsWith('/') ? `/body${message}` : message };
}

function names(
  { id, payload }: { readonly id: string; readonly payload: unknown },
  key: string,
  before: unknown,
): boolean {
  const own = stringifyJson(key.split('/').at(-1));
  return getMemberAtPath(before, 'timerId') === id || stringifyJson(payload ?? null).includes(own);
}

function pointerOf(value: unknown, text: string, pointer: string): string | undefined {
  if (typeof value === 'string') return value.includes(text) ? pointer : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, part] of Object.entries(value)) {
    const found = pointerOf(part, text, joinPointer(pointer, name));
    if (found !== undefined) return found;
  }
  return undefined;
}
