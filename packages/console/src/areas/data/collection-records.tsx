import { useState } from 'preact/hooks';
import { callControl } from '../../api/call-control.js';
import type { CollectionInfo, StoredEntry } from '../../api/types.js';
import { useLoad } from '../../api/use-load.js';
import type { InputSchema } from '../../parts/input-schema.js';
import { LoadingState } from '../../parts/load-states.js';
import { TextInput } from '../../parts/server-action-form.js';
import { TextTable } from '../../parts/text-table.js';
import { currentRoute, linkTo } from '../../route.js';
import { RecordDetails } from './record-details.js';
import { RecordEditor } from './record-editor.js';
import { toRecordLink } from './to-record-link.js';
import { toTable } from './to-table.js';
import { UndoButton } from './undo-button.js';

const page = 50;

interface RecordPage {
  readonly count: number;
  readonly records: StoredEntry[];
  readonly schema?: InputSchema;
}

/** The records of a collection as a table, or one record. */
export function CollectionRecords({ collection }: { readonly collection: CollectionInfo }) {
  const [text, setText] = useState('');
  const [where, setWhere] = useState('');
  const key = currentRoute.value.parts[2];
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
          {key === undefined ? name : <a href={toRecordLink(collection)}>{name}</a>}
          {key === undefined ? null : <> / {key}</>}
        </h2>
        <p class="muted">
          {api}
          {tenantId === undefined ? '' : `, tenant ${tenantId}`}
          {clientId === undefined || clientId === tenantId ? '' : ` of client ${clientId}`}
        </p>
      </div>
      <UndoButton />
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
            <TextInput
              type="search"
              label="Filter"
              placeholder="@.status == 'PENDING'"
              value={text}
              onChange={setText}
            />
            <button type="submit">Filter</button>
          </form>
          <Table key={where} path={path} owner={owner} collection={collection} where={where} />
        </>
      ) : (
        <RecordDetails path={`${path}/${encodeURIComponent(key)}?${owner}`} back={toRecordLink(collection)} />
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
  const { value, error } = useLoad(`${path}?${query}`, (address) => callControl<RecordPage>(`GET ${address}`));
  if (value === undefined) return <LoadingState error={error} />;
  const { count, records, schema } = value;
  const { head, rows } = toTable(records.map((record) => record.value));
  const last = records.at(-1)?.key;
  const first = starts.length * page + 1;
  return (
    <>
      <TextTable
        head={['key', ...head]}
        rows={rows}
        names={records.map(({ key }) => (
          <a key={key} href={toRecordLink(collection, key)}>
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
      {schema === undefined ? null : (
        <RecordEditor path={`${path}?${owner}`} schema={schema} back={toRecordLink(collection)} />
      )}
    </>
  );
}
