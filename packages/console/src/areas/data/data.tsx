import { useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import type { CollectionInfo } from '../../api/types.js';
import { useLoad } from '../../api/use-load.js';
import { Empty, Failed } from '../../parts/empty.js';
import { Text } from '../../parts/form.js';
import { Heading } from '../../parts/heading.js';
import { place } from '../../route.js';
import { Changes } from './changes.js';
import { linkOf } from './link-of.js';
import { Records } from './records.js';
import { UndoEdit } from './undo-edit.js';

/** Data stored by the APIs: collections, tables of records, and single records. */
export function Data() {
  const { value, error } = useLoad('records', () => call<{ collections: CollectionInfo[] }>('GET records'));
  const [text, setText] = useState('');
  const [api, collection] = place.value.parts;
  const { query } = place.value;
  const collections = value?.collections ?? [];
  const chosen = collections.find((each) => isAt(each, api, collection, query));
  const wanted = text.toLowerCase();
  const shown = collections.filter((each) => nameOf(each).toLowerCase().includes(wanted));
  const apis = [...new Set(shown.map((each) => each.api))];
  return (
    <>
      <Heading title="Data" about="Data that the APIs store in this sandbox." />
      <Failed error={error} />
      <div class={chosen === undefined ? 'pair' : 'pair chosen'}>
        <section class="panel pair-list" aria-label="Collections">
          <Text
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
                      <a href={linkOf(each)} aria-current={each === chosen ? 'true' : undefined}>
                        <strong>{each.collection}</strong> <span>{each.tenantId ?? ''}</span>
                        <small>{each.count}</small>
                      </a>
                    </li>
                  ))}
              </ul>
            </div>
          ))}
          {value !== undefined && shown.length === 0 ? (
            <Empty title={text === '' ? 'No data' : 'No matching collection'}>
              {text === '' ? 'Data from clients and jobs appears here.' : undefined}
            </Empty>
          ) : null}
        </section>
        {chosen === undefined ? (
          <section class="panel pair-detail" aria-label="Records">
            <Empty title="Choose a collection">
              Records with charts come first: forecasts, rosters, invoices, scores.
            </Empty>
            <UndoEdit />
            <Changes />
          </section>
        ) : (
          <Records key={nameOf(chosen)} collection={chosen} />
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
