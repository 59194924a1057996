import { useState } from 'preact/hooks';
import { callControl } from '../../api/call-control.js';
import type { CollectionInfo } from '../../api/types.js';
import { useLoad } from '../../api/use-load.js';
import { AreaHeading } from '../../parts/area-heading.js';
import { EmptyState, LoadError } from '../../parts/load-states.js';
import { TextInput } from '../../parts/server-action-form.js';
import { currentRoute } from '../../route.js';
import { CollectionRecords } from './collection-records.js';
import { RecordChanges } from './record-changes.js';
import { toRecordLink } from './to-record-link.js';
import { UndoButton } from './undo-button.js';

/** Data stored by the APIs: collections, tables of records, and single records. */
export function DataArea() {
  const { value, error } = useLoad('records', () => callControl<{ collections: CollectionInfo[] }>('GET records'));
  const [text, setText] = useState('');
  const [api, collection] = currentRoute.value.parts;
  const { query } = currentRoute.value;
  const collections = value?.collections ?? [];
  const chosen = collections.find((each) => isAt(each, api, collection, query));
  const wanted = text.toLowerCase();
  const shown = collections.filter((each) => nameOf(each).toLowerCase().includes(wanted));
  const apis = [...new Set(shown.map((each) => each.api))];
  return (
    <>
      <AreaHeading title="Data" about="Data that the APIs store in this sandbox." />
      <LoadError error={error} />
      <div class={chosen === undefined ? 'pair' : 'pair chosen'}>
        <section class="panel pair-list" aria-label="Collections">
          <TextInput
            type="search"
            label="Search collections"
            placeholder="Search collections"
            value={text}
            onChange={setText}
          />
          {apis.map((name) => (
            <div key={name}>
              <h2 class="group">{name}</h2>
              <ul class="links counted">
                {shown
                  .filter((each) => each.api === name)
                  .sort((one, other) => Number(other.hasView) - Number(one.hasView))
                  .map((each) => (
                    <li key={nameOf(each)}>
                      <a href={toRecordLink(each)} aria-current={each === chosen ? 'true' : undefined}>
                        <strong>{each.collection}</strong> <span>{each.tenantId ?? ''}</span>
                        <small>{each.count}</small>
                      </a>
                    </li>
                  ))}
              </ul>
            </div>
          ))}
          {value !== undefined && shown.length === 0 ? (
            <EmptyState title={text === '' ? 'No data' : 'No matching collections'}>
              {text === '' ? 'Send a request that stores something, or run an action in Simulate.' : undefined}
            </EmptyState>
          ) : null}
        </section>
        {chosen === undefined ? (
          <section class="panel pair-detail" aria-label="Records">
            <EmptyState title="Choose a collection">
              Records with charts come first: forecasts, rosters, invoices, scores.
            </EmptyState>
            <UndoButton />
            <RecordChanges title="Changes since the sandbox was created" />
          </section>
        ) : (
          <CollectionRecords key={nameOf(chosen)} collection={chosen} />
        )}
      </div>
    </>
  );
}

function nameOf({ api, clientId = '', tenantId = '', collection }: CollectionInfo): string {
  return `${api} ${collection} ${tenantId} ${clientId}`;
}

function isAt(
  { api, collection, clientId = '', tenantId = '' }: CollectionInfo,
  wantedApi: string | undefined,
  wanted: string | undefined,
  query: URLSearchParams,
): boolean {
  return (
    api === wantedApi &&
    collection === wanted &&
    clientId === (query.get('clientId') ?? '') &&
    tenantId === (query.get('tenantId') ?? '')
  );
}
