import { signal } from '@preact/signals';
import { useMemo, useState } from 'preact/hooks';
import { callControl } from '../../api/call-control.js';
import { membersOf } from '../../api/members-of.js';
import type { EditedRecord } from '../../api/types.js';
import { ActionButton } from '../../parts/buttons.js';
import { type FieldValues, type InputSchema, toActionInput, toFieldText } from '../../parts/input-schema.js';
import { parseJson } from '../../parts/parse-json.js';
import { SchemaFields } from '../../parts/schema-fields.js';
import { AreaField, ServerActionForm, TextField, useField } from '../../parts/server-action-form.js';
import { navigateTo } from '../../route.js';

interface EditRecordProps {
  /** Path of the record, or of the collection for a new one. */
  readonly path: string;
  readonly schema: InputSchema;
  /** Undefined for a new record. */
  readonly value?: unknown;
  /** Link to the collection. */
  readonly back: string;
}

/** The latest edit on this page. */
export const lastEdit = signal<EditedRecord | undefined>(undefined);

/** Edits a record with a form generated from its schema, or as JSON. */
export function RecordEditor({ path, schema, value, back }: EditRecordProps) {
  const isNew = value === undefined;
  const fields = useMemo(() => fieldsOf(schema), [schema]);
  const stored = useMemo(() => draftOfRecord(fields, value), [fields, value]);
  const [asJson, setAsJson] = useState(Object.keys(fields.properties ?? {}).length === 0);
  const [draft, setDraft] = useState<FieldValues>({});
  const [json, setJson] = useState<string>();
  const key = useField();
  const text = json ?? JSON.stringify(isNew ? {} : value, undefined, 2);
  const send = async () => {
    const body = asJson ? parseJson('The record', text) : patchOf(fields, stored, draft);
    const sign = path.includes('?') ? '&' : '?';
    const target = isNew && key.value !== '' ? `${path}${sign}key=${encodeURIComponent(key.value)}` : path;
    const edited = await callControl<EditedRecord>(`${isNew ? 'POST' : asJson ? 'PUT' : 'PATCH'} ${target}`, body);
    lastEdit.value = edited;
    setDraft({});
    setJson(undefined);
    return `Saved ${edited.key}.${timersText(edited)}`;
  };
  const remove = async () => {
    lastEdit.value = await callControl<EditedRecord>(`DELETE ${path}`);
    navigateTo(back);
    return `Deleted ${lastEdit.value.key}.${timersText(lastEdit.value)}`;
  };
  return (
    <details>
      <summary class="button">{isNew ? 'New record' : 'Edit'}</summary>
      <label class="check">
        <input type="checkbox" checked={asJson} onChange={(event) => setAsJson(event.currentTarget.checked)} />
        JSON
      </label>
      <ServerActionForm send={send} button={isNew ? 'Create' : 'Save'} label={isNew ? 'New record' : 'Edit record'}>
        {isNew ? <TextField label="Key (optional)" {...key} /> : null}
        {asJson ? (
          <AreaField label="Record as JSON" value={text} onChange={setJson} rows={16} />
        ) : (
          <SchemaFields schema={fields} draft={{ ...stored, ...draft }} onChange={setDraft} known={() => []} />
        )}
      </ServerActionForm>
      {isNew ? null : (
        <ActionButton run={remove} kind="danger">
          Delete record
        </ActionButton>
      )}
    </details>
  );
}

function timersText({ effects: { timers } }: EditedRecord): string {
  return timers.length === 0 ? '' : ` ${timers.map(({ kind, at }) => `${kind} still fires at ${at}`).join('; ')}.`;
}

/** Members without a plain type are JSON. */
function fieldsOf({ properties = {}, required = [] }: InputSchema): InputSchema {
  const members = Object.entries(properties).map(([name, member]): [string, InputSchema] => {
    const [type] = [member.type].flat().filter((each) => each !== 'null');
    const hasTexts = member.enum === undefined || member.enum.every((each) => typeof each === 'string');
    const { enum: values, type: _type, ...hints } = member;
    if (!hasTexts || (type === undefined && values === undefined)) return [name, { ...hints, type: 'object' }];
    return [name, { ...hints, type: type ?? 'string', ...(values === undefined ? {} : { enum: values }) }];
  });
  return { type: 'object', properties: Object.fromEntries(members), required };
}

function draftOfRecord({ properties = {} }: InputSchema, value: unknown): FieldValues {
  const record = membersOf(value);
  return Object.fromEntries(
    Object.keys(properties).map((name) => [name, record[name] === undefined ? '' : toFieldText(record[name])]),
  );
}

/** Returns the changed members, with `null` for cleared ones. */
function patchOf(
  { properties = {}, required = [] }: InputSchema,
  stored: FieldValues,
  draft: FieldValues,
): Record<string, unknown> {
  const changed = Object.entries(draft).filter(([name, text]) => text !== stored[name]);
  return Object.fromEntries(
    changed.map(([name, text]) => {
      if (text === '' && !required.includes(name) && properties[name]?.type !== 'boolean') return [name, null];
      const schema: InputSchema = { properties: { [name]: properties[name] ?? {} }, required: [name] };
      return [name, toActionInput(schema, { [name]: text })[name]];
    }),
  );
}

/** A button that reverts the latest edit. */
export function UndoButton() {
  const { value: edit } = lastEdit;
  if (edit === undefined) return null;
  const undo = async () => {
    await callControl('POST undo', { before: edit.entry });
    lastEdit.value = undefined;
    return `Restored the state before entry ${edit.entry}.`;
  };
  return (
    <div class="bar">
      <span class="muted">Edited {edit.key}. Undo also reverts later changes.</span>
      <ActionButton run={undo}>Undo</ActionButton>
    </div>
  );
}
