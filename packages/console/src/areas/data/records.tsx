import { useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import type { CollectionInfo, StoredEntry } from '../../api/types.js';
import { useLoad } from '../../api/use-load.js';
import { Loading } from '../../parts/empty.js';
import { Text } from '../../parts/form.js';
import type { Schema } from '../../parts/schema.js';
import { TextTable } from '../../parts/text-table.js';
import { linkTo, place } from '../../route.js';
import { asTable } from './as-table.js';
import { EditRecord } from './edit-record.js';
import { linkOf } from './link-of.js';
import { OneRecord } from './one-record.js';
import { UndoEdit } from './undo-edit.js';

const page = 50;

interface RecordPage {
  readonly count: number;
  readonly records: StoredEntry[];
  readonly schema?: Schema;
}

/** The records of a collection as a table, or one record. */
export function Records({ collection }: { readonly collection: CollectionInfo }) {
  const [text, setText] = useState('');
  const [where, setWhere] = useState('');
  const key = place.value.parts[2];
  const { api, clientId, tenantId, collection: name } = collection;
  const path = `records/${api}/${encodeURIComponent(name)}`;
  const owner = new URLSearchParams(clientId === undefined || tenantId === undefined ? {} : { clientId, tenantId });
  return (
    <section class="panel pair-detail" aria-label={name}>
      <div>
        <a class="back" href={linkTo('data')}>
          ← All collections
        </a>
        <h2>
          {key === undefined ? name : <a href={linkOf(collection)}>{name}</a>}
          {key === undefined ? null : <> / {key}</>}
        </h2>
        <p class="muted">
          {api}
          {tenantId === undefined ? '' : `, tenant ${tenantId}`}
          {clientId === undefined || clientId === tenantId ? '' : ` of client ${clientId}`}
        </p>
      </div>
      <UndoEdit />
      {key === undefined ? (
        <>
          <form
            class="form inline"
            aria-label="Filter records"
            onSubmit={(event) => {
              event.preventDefault();
              setWhere(text);
            }}
          >
            <Text type="search" label="Filter" placeholder="@.status == 'PENDING'" value={text} onChange={setText} />
            <button type="submit">Filter</button>
          </form>
          <Table key={where} path={path} owner={owner} collection={collection} where={where} />
        </>
      ) : (
        <OneRecord path={`${path}/${encodeURIComponent(key)}?${owner}`} back={linkOf(collection)} />
      )}
    </section>
  );
}

interface TableProps {
  readonly path: string;
  readonly owner: URLSearchParams;
  readonly collection: CollectionInfo;
  readonly where: string;
}

function Table({ path, owner, collection, where }: TableProps) {
  const [starts, setStarts] = useState<readonly string[]>([]);
  const after = starts.at(-1);
  const query = new URLSearchParams([
    ...owner,
    ['limit', String(page)],
    ...(after === undefined ? [] : [['after', after]]),
    ...(where === '' ? [] : [['where', where]]),
  ]);
  const { value, error } = useLoad(`${path}?${query}`, (address) => call<RecordPage>(`GET ${address}`));
  if (value === undefined) return <Loading error={error} />;
  const { count, records, schema } = value;
  const { head, rows } = asTable(records.map((record) => record.value));
  const last = records.at(-1)?.key;
  const first = starts.length * page + 1;
  return (
    <>
      <TextTable
        head={['key', ...head]}
        rows={rows}
        names={records.map(({ key }) => (
          <a key={key} href={linkOf(collection, key)}>
            <code>{key}</code>
          </a>
        ))}
      />
      <div class="bar">
        <span class="muted">
          {records.length === 0 ? 'none' : `${first} to ${first + records.length - 1}`} of {count}
        </span>
        <button type="button" disabled={starts.length === 0} onClick={() => setStarts(starts.slice(0, -1))}>
          Previous{' '}
        </button>
        <button
          type="button"
          disabled={last === undefined || first + records.length > count}
          onClick={() => setStarts([...starts, ...(last === undefined ? [] : [last])])}
        >
          Next{' '}
        </button>
      </div>
      {schema === undefined ? null : <EditRecord path={`${path}?${owner}`} schema={schema} back={linkOf(collection)} />}
    </>
  );
}
