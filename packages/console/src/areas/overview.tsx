import { useState } from 'preact/hooks';
import { callControl } from '../api/call-control.js';
import { isJournalLoaded, journalEntries, journalVersion } from '../api/journal.js';
import { knownKeys, useCollections } from '../api/known-keys.js';
import { ownFirst } from '../api/own-first.js';
import type { ApiInfo, CollectionInfo, DescribedApi, DueTimer, JournalEntry } from '../api/types.js';
import { useControl, useServerInfo } from '../api/use-load.js';
import { ActionButton, CopyButton } from '../parts/buttons.js';
import { EventList, Happened, runAndCollectEvents } from '../parts/event-list.js';
import { createFieldValues, type InputSchema, toActionInput } from '../parts/input-schema.js';
import { EmptyState, LoadingState } from '../parts/load-states.js';
import { AreaHeading, Panel } from '../parts/panel.js';
import { SelectInput, useField } from '../parts/server-action-form.js';
import { quoted, tokenExpression } from '../parts/shell.js';
import { linkTo, toRecordLink } from '../route.js';

/** Collections shown for each API. */
const most = 6;
/** Entries shown. */
const latest = 8;

/** The first screen: base URLs for clients, running APIs and recent events. */
export function Overview() {
  const info = useServerInfo();
  const apis = useControl<{ apis: DescribedApi[] }>('apis', true);
  const { value: collections } = useCollections();
  if (info.value === undefined || apis.value === undefined) return <LoadingState error={info.error ?? apis.error} />;
  const { sandbox, url } = info.value;
  const listed = [...apis.value.apis].sort((one, other) => ownFirst(one.name, other.name));
  return (
    <>
      <AreaHeading
        title="Overview"
        about={`Simulated APIs with state and a clock of their own, in sandbox "${sandbox}".`}
      />
      <div class="columns wide">
        <Connect url={url} apis={listed} />
        <Latest />
      </div>
      <Suggestions apis={info.value.apis} collections={collections} />
      <Panel title="APIs">
        <ul class="api-cards">
          {listed.map((api) => (
            <Card key={api.name} api={api} collections={collections} />
          ))}
        </ul>
      </Panel>
    </>
  );
}

function Connect({ url, apis }: { readonly url: string; readonly apis: readonly DescribedApi[] }) {
  const name = useField(apis.find(({ example }) => example !== undefined)?.name ?? apis[0]?.name);
  const api = apis.find((each) => each.name === name.value);
  const command = api === undefined ? '' : exampleCommand(api);
  return (
    <Panel title="Connect a client">
      <p class="address">
        <span>Base URL</span> <code>{url}</code> <CopyButton text={url}>Copy base URL</CopyButton>
      </p>
      <p class="bar">
        <span>First request</span>
        <SelectInput label="API" {...name} options={apis.map((each) => each.name)} />
        <CopyButton text={command}>Copy command</CopyButton>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element needs keyboard access */}
      <pre class="code" tabIndex={0}>
        {command}
      </pre>
    </Panel>
  );
}

function Latest() {
  const newest = journalVersion.value >= 0 ? journalEntries.slice(-latest).reverse() : [];
  return (
    <section class="panel" aria-label="Latest activity">
      <h2>
        Latest activity{' '}
        <a class="section-link" href={linkTo('traffic')}>
          Show all traffic
        </a>
      </h2>
      {!isJournalLoaded.value ? (
        <LoadingState error={undefined} />
      ) : newest.length === 0 ? (
        <EmptyState title="No requests yet">Paste the command into a terminal, or choose an action below.</EmptyState>
      ) : (
        <EventList events={newest} />
      )}
    </section>
  );
}

function Card({ api, collections }: Readonly<{ api: DescribedApi; collections: CollectionInfo[] | undefined }>) {
  const { name, title, operations, page, openapiJson } = api;
  const counts = countsOf((collections ?? []).filter((each) => each.api === name && each.count > 0));
  return (
    <li>
      <h3>
        <a href={linkTo(`apis/${name}`)}>{name}</a>
      </h3>
      <p class="muted">{title}</p>
      <p>
        <a href={linkTo(`apis/${name}`)}>{operations === 1 ? '1 operation' : `${operations} operations`}</a> ·{' '}
        <a href={page}>Reference</a> · <a href={openapiJson}>OpenAPI</a>
      </p>
      <p class="chips">
        {counts.slice(0, most).map(({ first, count }) => (
          <a key={first.collection} class="chip" href={toRecordLink(first)}>
            {first.collection} <strong>{count}</strong>
          </a>
        ))}
        {counts.length > most ? <a href={linkTo('data')}>{counts.length - most} more</a> : null}
      </p>
    </li>
  );
}

/** Counts the records of each collection across all owners. Collections with a chart come first. */
function countsOf(collections: readonly CollectionInfo[]) {
  const counts = new Map<string, { readonly first: CollectionInfo; readonly count: number }>();
  for (const each of collections) {
    const { first = each, count = 0 } = counts.get(each.collection) ?? {};
    counts.set(each.collection, { first, count: count + each.count });
  }
  return [...counts.values()].sort(
    (one, other) => Number(other.first.hasView) - Number(one.first.hasView) || other.count - one.count,
  );
}

/** Returns an example request as a shell command, with a fresh token if the API needs one. */
function exampleCommand({ example, token, openapiJson }: DescribedApi): string {
  if (example === undefined)
    return token === undefined ? `curl ${quoted(openapiJson)}` : `echo "${tokenExpression(token)}"`;
  const headers = Object.entries(example.headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const access = token === undefined ? [] : [`-H "Authorization: Bearer ${tokenExpression(token)}"`];
  return [`curl ${quoted(example.url)}`, ...headers, ...access].join(' \\\n  ');
}

interface SuggestionsProps {
  readonly apis: readonly ApiInfo[];
  readonly collections: readonly CollectionInfo[] | undefined;
}

/** Buttons for changes to the sandbox that need no input, with their effects. */
function Suggestions({ apis, collections }: SuggestionsProps) {
  const { value: due } = useControl<{ timers: DueTimer[] }>('timers');
  const [outcome, setOutcome] = useState<{ readonly name: string; readonly events: readonly JournalEntry[] }>();
  const next = due?.timers[0]?.at;
  const run = (name: string, line: string, body: () => unknown) => async () => {
    setOutcome({ name, events: (await runAndCollectEvents(() => callControl(line, body()))).events });
  };
  const ready = apis.flatMap(({ name: api, actions }) => {
    const known = knownKeys(collections ?? [], api);
    return actions.flatMap(({ name, suggestion, input }) => {
      const draft = createFieldValues(input, known);
      const { required = [] }: InputSchema = input;
      const isReady = suggestion !== undefined && required.every((member) => draft[member] !== '');
      return isReady
        ? [{ line: `POST actions/${api}/${name}`, suggestion, body: () => toActionInput(input, draft) }]
        : [];
    });
  });
  return (
    <section class="panel" aria-label="Make something happen">
      <h2>
        Make something happen{' '}
        <a class="section-link" href={linkTo('simulate')}>
          Show all actions
        </a>
      </h2>
      <div class="buttons">
        <ActionButton
          disabled={next === undefined}
          run={run('Advanced to the next event.', 'POST clock/advance', () => ({ to: next }))}
        >
          Advance to the next event
        </ActionButton>
        <ActionButton run={run('A month has passed.', 'POST clock/advance', () => ({ by: 'P30D' }))}>
          Let a month pass
        </ActionButton>
        {ready.map(({ line, suggestion, body }) => (
          <ActionButton key={line} run={run(`Done: ${suggestion}.`, line, body)}>
            {suggestion}
          </ActionButton>
        ))}
      </div>
      {outcome === undefined ? null : (
        <Happened
          events={outcome.events}
          summary={
            <>
              <strong>{outcome.name}</strong> {outcome.events.length === 0 ? 'Nothing else happened.' : 'Effects:'}
            </>
          }
        />
      )}
    </section>
  );
}
