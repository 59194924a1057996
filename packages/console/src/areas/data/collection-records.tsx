import { useState } from 'preact/hooks';
import type { CollectionInfo } from '../../api/types.js';
import { Detail } from '../../parts/pair.js';
import { SearchInput, useField } from '../../parts/server-action-form.js';
import { currentRoute, linkTo, toRecordLink } from '../../route.js';
import { CollectionTable } from './collection-table.js';
import { RecordDetails } from './record-details.js';
import { UndoButton } from './undo-button.js';

/** The records of a collection as a table, or one record. */
export function CollectionRecords({ collection }: { readonly collection: CollectionInfo }) {
  const asked = currentRoute.value.query.get('where') ?? '';
  const text = useField(asked);
  const [where, setWhere] = useState(asked);
  const key = currentRoute.value.parts[2];
  const { api, clientId, tenantId, collection: name } = collection;
  const path = `records/${api}/${encodeURIComponent(name)}`;
  const owner = new URLSearchParams(clientId === undefined || tenantId === undefined ? {} : { clientId, tenantId });
  return (
    <Detail
      label={name}
      title={
        key === undefined
          ? name
          : [
              <a key="link" href={toRecordLink(collection)}>
                {name}
              </a>,
              ` / ${key}`,
            ]
      }
      back={[linkTo('data'), 'All collections']}
      about={
        <p class="muted">
          {api}
          {tenantId === undefined ? '' : `, tenant ${tenantId}`}
          {clientId === undefined || clientId === tenantId ? '' : ` of client ${clientId}`}
        </p>
      }
    >
      <UndoButton />
      {key === undefined ? (
        <>
          <form
            class="bar"
            aria-label="Filter records"
            onSubmit={(event) => {
              event.preventDefault();
              setWhere(text.value);
            }}
          >
            <SearchInput label="Filter" placeholder="Text, or @.status == 'PENDING'" {...text} />
            <button type="submit">Filter</button>
          </form>
          <CollectionTable key={where} path={path} owner={owner} collection={collection} search={where} />
        </>
      ) : (
        <RecordDetails path={`${path}/${encodeURIComponent(key)}?${owner}`} collection={collection} recordKey={key} />
      )}
    </Detail>
  );
}
