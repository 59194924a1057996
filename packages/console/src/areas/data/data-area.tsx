import { useState } from 'preact/hooks';
import { ownFirst } from '../../api/own-first.js';
import type { CollectionInfo } from '../../api/types.js';
import { useControl } from '../../api/use-load.js';
import { EmptyState, LoadError } from '../../parts/load-states.js';
import { Detail, LinkGroup, ListLink, Pair } from '../../parts/pair.js';
import { AreaHeading } from '../../parts/panel.js';
import { SearchInput, useField } from '../../parts/server-action-form.js';
import { currentRoute, linkTo, toRecordLink } from '../../route.js';
import { CollectionTable } from './collection-table.js';
import { RecordChanges } from './record-changes.js';
import { RecordDetails } from './record-details.js';
import { UndoButton } from './record-editor.js';

/** Data stored by the APIs: collections, tables of records, and single records. */
export function DataArea() {
  const { value, error } = useControl<{ collections: CollectionInfo[] }>('records');
  const text = useField();
  const [api, collection] = currentRoute.value.parts;
  const { query } = currentRoute.value;
  const collections = value?.collections ?? [];
  const chosen = collections.find(
    ({ clientId = '', tenantId = '', ...each }) =>
      each.api === api &&
      each.collection === collection &&
      clientId === (query.get('clientId') ?? '') &&
      tenantId === (query.get('tenantId') ?? ''),
  );
  const wanted = text.value.toLowerCase();
  const shown = collections.filter((each) => nameOf(each).toLowerCase().includes(wanted));
  const apis = [...new Set(shown.map((each) => each.api))].sort(ownFirst);
  const list = (
    <>
      <SearchInput label="Search collections" {...text} />
      {apis.map((name) => (
        <LinkGroup key={name} title={name} isCounted>
          {shown
            .filter((each) => each.api === name)
            .sort(
              (one, other) => Number(other.hasView) - Number(one.hasView) || nameOf(one).localeCompare(nameOf(other)),
            )
            .map((each) => (
              <ListLink key={nameOf(each)} href={toRecordLink(each)} isCurrent={each === chosen}>
                <strong>{each.collection}</strong> <span>{each.tenantId ?? ''}</span>
                <small>{each.count}</small>
              </ListLink>
            ))}
        </LinkGroup>
      ))}
      {value !== undefined && shown.length === 0 ? (
        <EmptyState title={text.value === '' ? 'No data' : 'No matching collections'}>
          {text.value === '' ? 'Send a request that stores something, or run an action in Simulate.' : undefined}
        </EmptyState>
      ) : null}
    </>
  );
  return (
    <>
      <AreaHeading title="Data" about="Data that the APIs store in this sandbox." />
      <LoadError error={error} />
      <Pair label="Collections" isChosen={chosen !== undefined} list={list}>
        {chosen === undefined ? (
          <section class="panel" aria-label="Records">
            <div class="pair-hint">
              <EmptyState title="Choose a collection">
                Records with charts come first: forecasts, rosters, invoices, scores.
              </EmptyState>
            </div>
            <UndoButton />
            <RecordChanges title="Changes since the sandbox was created" />
          </section>
        ) : (
          <CollectionRecords
            key={`${nameOf(chosen)} ${currentRoute.value.query.get('where') ?? ''}`}
            collection={chosen}
          />
        )}
      </Pair>
    </>
  );
}

function nameOf({ api, clientId = '', tenantId = '', collection }: CollectionInfo): string {
  return `${api} ${collection} ${tenantId} ${clientId}`;
}

/** The records of a collection as a table, or one record. */
function CollectionRecords({ collection }: { readonly collection: CollectionInfo }) {
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
