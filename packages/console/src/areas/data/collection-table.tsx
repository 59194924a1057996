import { useState } from 'preact/hooks';
import { callControl, Refused } from '../../api/call-control.js';
import { pluralsOf, useCollections } from '../../api/known-keys.js';
import { membersOf } from '../../api/members-of.js';
import { isReadOnly } from '../../api/server-info.js';
import type { CollectionInfo, EditedRecord, StoredEntry } from '../../api/types.js';
import { useLoad } from '../../api/use-load.js';
import { Download } from '../../parts/buttons.js';
import type { InputSchema } from '../../parts/input-schema.js';
import { EmptyState, LoadingState } from '../../parts/load-states.js';
import { Menu } from '../../parts/menu.js';
import { showError, showNotice } from '../../parts/notice-list.js';
import { toggled } from '../../parts/schema-fields.js';
import { TextTable } from '../../parts/text-table.js';
import { toRecordLink } from '../../route.js';
import { fromCsv, toCsv } from './csv.js';
import { lastEdit, RecordEditor } from './record-editor.js';
import { findLabel, readMember, toTable } from './to-table.js';

const page = 50;
/** Records per request during an export, which is the server's maximum. */
const exportPage = 500;
const created = /^(?:created|issued|received|accepted|ordered)(?:At|On|Date)?$|^(?:createdAt|created_at|date)$/;

interface RecordPage {
  readonly count: number;
  readonly records: StoredEntry[];
  readonly schema?: InputSchema;
}

interface CollectionTableProps {
  readonly path: string;
  readonly owner: URLSearchParams;
  readonly collection: CollectionInfo;
  /** Text to search for, or a filter expression that starts with `@` or `(`. */
  readonly search: string;
}

/** The records of a collection, newest first if they have a date, with relations as links. */
export function CollectionTable({ path, owner, collection, search }: CollectionTableProps) {
  const [starts, setStarts] = useState<readonly string[]>([]);
  const [chosenSort, setSort] = useState<string>();
  const { columns, toggle } = useColumns(`${collection.api}/${collection.collection}`);
  const [suggestedSort, suggestSort] = useState('');
  const sort = chosenSort ?? suggestedSort;
  const query = new URLSearchParams([
    ...owner,
    ...(search === '' ? [] : [[/^[@(!]/.test(search) ? 'where' : 'text', search]]),
    ...(sort === '' ? [] : [['sort', sort]]),
  ]);
  const pageAfter = (key: string | undefined, limit: number) =>
    `${path}?${new URLSearchParams([...query, ['limit', String(limit)], ...(key === undefined ? [] : [['after', key]])])}`;
  const { value, error } = useLoad(pageAfter(starts.at(-1), page), async (address) => {
    const loaded = await callControl<RecordPage>(`GET ${address}`);
    const { all } = toTable(loaded.records);
    const date = all.find((name) => created.test(name.split('.').at(-1) ?? ''));
    if (chosenSort === undefined && date !== undefined) suggestSort(`-${date}`);
    return loaded;
  });
  const relations = useRelations(
    collection,
    value === undefined ? [] : Object.keys(membersOf(value.records[0]?.value)),
  );
  if (value === undefined) return <LoadingState error={error} />;
  const { count, records, schema } = value;
  const { head, rows, all } = toTable(records, columns);
  const last = records.at(-1)?.key;
  const first = starts.length * page + 1;
  const everything = async () => {
    const found: StoredEntry[] = [];
    for (let start: string | undefined; ; ) {
      const { records: some } = await callControl<RecordPage>(`GET ${pageAfter(start, exportPage)}`);
      found.push(...some);
      start = some.at(-1)?.key;
      if (some.length < exportPage) return found;
    }
  };
  const name = collection.collection;
  return (
    <>
      <div class="bar">
        <Menu title="Columns">
          {all.map((each) => (
            <label key={each} class="check">
              <input type="checkbox" checked={head.includes(each)} onChange={() => toggle(each, head)} />
              {each}
            </label>
          ))}
        </Menu>
        <Download name={`${name}.csv`} text={async () => toCsv(await everything())}>
          Save as CSV
        </Download>
        <Download name={`${name}.json`} text={async () => JSON.stringify(await everything(), undefined, 2)}>
          Save as JSON
        </Download>
        {schema === undefined ? null : <ImportRecords path={path} owner={owner} schema={schema} />}
      </div>
      {schema === undefined ? null : (
        <RecordEditor path={`${path}?${owner}`} schema={schema} back={toRecordLink(collection)} />
      )}
      {records.length === 0 ? (
        <EmptyState title={search === '' ? 'No records' : 'No matching records'} />
      ) : (
        <TextTable
          head={['key', ...head]}
          rows={rows}
          isCompact
          sort={sort}
          onSort={(next) => {
            setSort(next);
            setStarts([]);
          }}
          names={records.map(({ key }) => (
            <a key={key} href={toRecordLink(collection, key)} title={key}>
              <code>{key}</code>
            </a>
          ))}
          cell={(row, column) => {
            const member = head[column] ?? '';
            const id = readMember(records[row]?.value, member);
            const relation = typeof id === 'string' ? relations.get(member) : undefined;
            if (typeof id !== 'string' || relation?.labels.has(id) !== true) return undefined;
            return (
              <a href={toRecordLink(relation.collection, id)} title={id}>
                {relation.labels.get(id)}
              </a>
            );
          }}
        />
      )}
      <div class="bar">
        <span class="muted">
          {records.length === 0 ? 'none' : `${first} to ${first + records.length - 1}`} of {count}
        </span>
        <button type="button" disabled={starts.length === 0} onClick={() => setStarts(starts.slice(0, -1))}>
          Previous
        </button>
        <button
          type="button"
          disabled={last === undefined || first + records.length > count}
          onClick={() => setStarts([...starts, ...(last === undefined ? [] : [last])])}
        >
          Next
        </button>
      </div>
    </>
  );
}

/** The chosen columns of a collection, stored in the browser. */
function useColumns(name: string) {
  const stored = `understudy-columns ${name}`;
  const [columns, setColumns] = useState<readonly string[]>(localStorage.getItem(stored)?.split('\n') ?? []);
  const toggle = (column: string, shown: readonly string[]) => {
    const next = toggled(shown, column);
    setColumns(next);
    localStorage.setItem(stored, next.join('\n'));
  };
  return { columns, toggle };
}

interface Relation {
  readonly collection: CollectionInfo;
  /** Labels by key. */
  readonly labels: ReadonlyMap<string, string>;
}

/** The collections that members such as `companyId` refer to, by member. */
function useRelations(
  { api, clientId, tenantId }: CollectionInfo,
  members: readonly string[],
): ReadonlyMap<string, Relation> {
  const { value: collections = [] } = useCollections();
  const targets = members.flatMap((member) => {
    const fits = (each: CollectionInfo) => each.api === api && pluralsOf(member).includes(each.collection);
    const found = collections.filter(fits);
    const collection =
      found.find((each) => each.clientId === clientId && each.tenantId === tenantId) ??
      found.find((each) => each.tenantId === undefined);
    return collection === undefined ? [] : [{ member, collection }];
  });
  const key = targets.map(({ member, collection }) => `${member} ${collection.collection}`).join();
  const { value } = useLoad(key === '' ? undefined : `relations ${api} ${tenantId} ${key}`, async () => {
    const loaded = targets.map(async ({ member, collection }) => [member, await loadRelation(collection)] as const);
    return new Map(await Promise.all(loaded));
  });
  return value ?? none;
}

const none: ReadonlyMap<string, Relation> = new Map();

async function loadRelation(collection: CollectionInfo): Promise<Relation> {
  const { api, clientId, tenantId } = collection;
  const query = new URLSearchParams({ limit: '500', ...(clientId && tenantId ? { clientId, tenantId } : {}) });
  const path = `records/${api}/${encodeURIComponent(collection.collection)}`;
  const { records } = await callControl<{ records: StoredEntry[] }>(`GET ${path}?${query}`);
  return { collection, labels: new Map(records.map(({ key, value }) => [key, findLabel(value) ?? key])) };
}

interface ImportRecordsProps {
  readonly path: string;
  readonly owner: URLSearchParams;
  readonly schema: InputSchema;
}

/** A file input that creates and replaces records from CSV or JSON in the export format. */
function ImportRecords({ path, owner, schema }: ImportRecordsProps) {
  if (isReadOnly()) return null;
  const load = async (file: File) => {
    const text = await file.text();
    const records = file.name.endsWith('.json') ? (JSON.parse(text) as StoredEntry[]) : fromCsv(text, schema);
    let first: EditedRecord | undefined;
    for (const record of records) {
      const edited = await write(record, path, owner);
      first ??= edited;
    }
    // Undoing reverts all records, because it restores the state before the first change.
    lastEdit.value = first === undefined ? undefined : { ...first, key: `${records.length} records` };
    showNotice(`Loaded ${records.length} records.`);
  };
  return (
    <label class="button">
      Load CSV or JSON
      <input
        class="visually-hidden"
        type="file"
        accept=".csv,.json"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file !== undefined) load(file).catch(showError);
          event.currentTarget.value = '';
        }}
      />
    </label>
  );
}

/** Replaces a record, or creates it if there is none. */
async function write({ key, value }: StoredEntry, path: string, owner: URLSearchParams): Promise<EditedRecord> {
  const create = () => {
    const query = new URLSearchParams([...owner, ...(key === '' ? [] : [['key', key]])]);
    return callControl<EditedRecord>(`POST ${path}?${query}`, value);
  };
  if (key === '') return await create();
  try {
    return await callControl<EditedRecord>(`PUT ${path}/${encodeURIComponent(key)}?${owner}`, value);
  } catch (error) {
    if (error instanceof Refused && error.problem.status === 404) return await create();
    throw error;
  }
}
