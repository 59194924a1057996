import { useState } from 'preact/hooks';
import { archiveOf, callControl, scenarioOf } from '../../api/call-control.js';
import { loadDemoCredentials } from '../../api/demo-credentials.js';
import { journalEntries } from '../../api/journal.js';
import { isReadOnly } from '../../api/server-info.js';
import type { JournalEntry } from '../../api/types.js';
import { useLoad } from '../../api/use-load.js';
import { ActionButton, CopyButton } from '../../parts/buttons.js';
import { Differences, differencesOf } from '../../parts/differences.js';
import { FactList } from '../../parts/fact-list.js';
import { InstantText } from '../../parts/instant-text.js';
import { EmptyState, LoadError, LoadingState } from '../../parts/load-states.js';
import { Menu } from '../../parts/menu.js';
import { MessageView } from '../../parts/message-view.js';
import { chooseStatusTone, StatusTag } from '../../parts/status-tag.js';
import { summarizeEntry } from '../../parts/summarize-entry.js';
import { currentRoute, linkTo, navigateTo } from '../../route.js';
import { RecordChanges } from '../data/record-changes.js';
import { type FaultValues, ruleDraft } from '../faults/create-fault.js';
import { isSameDelivery } from './filter-entries.js';
import { asFetch, asTest, toCurlCommand } from './request-code.js';
import { loadDraft, sendRequest } from './request-draft.js';
import { RequestEffects } from './request-effects.js';
import { RequestForm } from './request-form.js';

export function EntryDetails({ seq }: { readonly seq: number }) {
  const { value, error } = useLoad(String(seq), entryOf);
  const entry = value?.entry;
  const { parts, query } = currentRoute.value;
  const back = linkTo('traffic', query);
  const isEdited = parts[1] === 'edit';
  return (
    <section class="exchange" aria-label={`Entry ${seq}`}>
      <div class="exchange-bar">
        <a class="button" href={back}>
          <span aria-hidden="true">←</span> Back to list
        </a>
        {entry?.type === 'request' ? <Actions entry={entry} /> : null}
        <CopyButton text={location.href}>Copy link</CopyButton>
      </div>
      <LoadError error={error} />
      {entry === undefined ? null : isEdited ? (
        <EditedRequest key={entry.seq} entry={entry} />
      ) : (
        <>
          <Comparison entry={entry} />
          <Shown entry={entry} />
        </>
      )}
      {value === undefined || entry !== undefined ? null : (
        <EmptyState title={`Entry ${seq} no longer exists`}>
          The journal stores only the newest entries. A reset empties it.
        </EmptyState>
      )}
    </section>
  );
}

function EditedRequest({ entry }: { readonly entry: JournalEntry }) {
  const { value, error } = useLoad(String(entry.seq), () => loadDraft(entry), true);
  return value === undefined ? <LoadingState error={error} /> : <RequestForm draft={value} />;
}

function Actions({ entry }: { readonly entry: JournalEntry }) {
  const { seq, operationId, api } = entry;
  const { query } = currentRoute.value;
  const compared = new URLSearchParams(query);
  compared.set('compare', String(seq));
  const onlyThis = () => new URLSearchParams({ after: String(seq - 1), limit: '1' });
  return (
    <>
      <ActionButton
        run={async () => {
          navigateTo(linkTo(`traffic/${await sendRequest(await loadDraft(entry))}`, query));
          return 'Sent again.';
        }}
      >
        Send again
      </ActionButton>
      {isReadOnly() ? null : (
        <a class="button" href={linkTo(`traffic/${seq}/edit`, query)}>
          Edit and send
        </a>
      )}
      <Menu title="Copy as">
        <CopyButton text={async () => toCurlCommand(entry, await loadDemoCredentials(entry.api))}>curl</CopyButton>
        <CopyButton text={async () => asFetch(await loadDraft(entry))}>fetch</CopyButton>
        <CopyButton text={async () => asTest(entry, await loadDraft(entry))}>Test</CopyButton>
        {operationId === undefined ? null : <CopyButton text={() => scenarioOf(onlyThis())}>Scenario</CopyButton>}
        <CopyButton text={() => archiveOf(onlyThis())}>HAR</CopyButton>
      </Menu>
      <a class="button" href={linkTo(`traffic/${seq}`, compared)}>
        Compare
      </a>
      {operationId === undefined || isReadOnly() ? null : (
        <Menu title="Next time">
          <button type="button" onClick={() => startRule(entry, answerOf(entry))}>
            Answer like this
          </button>
          <button type="button" onClick={() => startRule(entry, { response: 'status', amount: '503' })}>
            Fail
          </button>
          <button type="button" onClick={() => startRule(entry, { response: 'delay', amount: '2' })}>
            Delay
          </button>
        </Menu>
      )}
      {operationId === undefined || api === undefined || api === 'identity' ? null : (
        <a class="button" href={linkTo(`learning/${api}`, { search: operationId })}>
          Why this behavior
        </a>
      )}
    </>
  );
}

/** Opens the form for a fault rule of the operation of an entry. */
function startRule({ api = '', operationId = '' }: JournalEntry, values: FaultValues): void {
  ruleDraft.value = { api, operationId, share: 'all', number: '3', times: '1', ...values };
  navigateTo(linkTo('faults'));
}

function answerOf({ status = 200, response }: JournalEntry): FaultValues {
  const body = response?.body ?? '';
  const type = response?.headers['content-type'] ?? '';
  const isJson = typeof body === 'object';
  return {
    response: 'body',
    amount: String(status),
    body: isJson ? JSON.stringify(body, undefined, 2) : String(body),
    ...(isJson ? {} : { type }),
  };
}

/** Shows the differences between the entry chosen for comparison and this one. */
function Comparison({ entry }: { readonly entry: JournalEntry }) {
  const { query } = currentRoute.value;
  const compared = query.get('compare') ?? undefined;
  const { value } = useLoad(compared, entryOf);
  if (compared === undefined) return null;
  const rest = new URLSearchParams(query);
  rest.delete('compare');
  const other = value?.entry;
  return (
    <section class="callout info" aria-label="Comparison">
      <p>
        {compared === String(entry.seq)
          ? `Choose another request in the list to compare it with #${compared}. `
          : `Differences between #${compared} and #${entry.seq}. `}
        <a href={linkTo(`traffic/${entry.seq}`, rest)}>Stop comparing</a>
      </p>
      {other === undefined || other.seq === entry.seq ? null : (
        <Differences
          differences={differencesOf(comparable(other), comparable(entry))}
          titles={[`#${compared}`, `#${entry.seq}`]}
        />
      )}
    </section>
  );
}

/** Returns the comparable parts of an entry, which exclude its number and time. */
function comparable({ method, url, status, tenantId, request, response, refusal }: JournalEntry) {
  return { method, url, status, tenantId, refusal, request, response };
}

async function entryOf(seq: string): Promise<{ entry?: JournalEntry }> {
  const { entries } = await callControl<{ entries: JournalEntry[] }>(
    `GET journal?after=${Number(seq) - 1}&limit=1&durations=true`,
  );
  const [entry] = entries;
  return entry?.seq === Number(seq) ? { entry } : {};
}

function Shown({ entry }: { readonly entry: JournalEntry }) {
  const { seq, at, type, api, operationId, tenantId, jobId, method, url, status, refusal, note, error, fault } = entry;
  const { durationMilliseconds: duration, request, response } = entry;
  const sides = Object.entries({ Request: request, Response: response }).flatMap(([name, side]) =>
    side === undefined ? [] : [<MessageView key={name} title={name} headers={side.headers} body={side.body} />],
  );
  const given = [
    ['At', <InstantText key="at" at={at} long />],
    ['Entry', `#${seq}`],
    ['API', api],
    ['Operation', operationId],
    ['Tenant', tenantId],
    ['Job', jobId],
    ['Fault applied', fault],
    ['Duration', duration === undefined ? undefined : `${duration} ms`],
  ] as const;
  const facts = given.filter(([, value]) => value !== undefined && value !== '');
  return (
    <>
      <h2 class="exchange-title">
        <span class="row-kind">{type === 'request' ? method : summarizeEntry(entry).kind}</span>
        <span class="exchange-url">{url ?? summarizeEntry(entry).text}</span>
        {status === undefined ? null : <StatusTag tone={chooseStatusTone(status)}>{status}</StatusTag>}
      </h2>
      <FactList kind="facts" facts={facts} />
      {refusal === undefined ? null : <Reason refusal={refusal} />}
      {error === undefined || error === refusal?.message ? null : <p class="callout bad">{error}</p>}
      {note === undefined ? null : <p class="callout warn">{note}</p>}
      <Attempts entry={entry} />
      <RequestEffects entry={entry} />
      {type === 'request' || type === 'edit' ? <Changed key={seq} seq={seq} /> : null}
      {sides.length === 0 ? null : <div class="sides">{sides}</div>}
    </>
  );
}

/** The attempts of a delivery. */
function Attempts({ entry }: { readonly entry: JournalEntry }) {
  const attempts = journalEntries.filter((other) => isSameDelivery(entry, other));
  if (attempts.length < 2) return null;
  return (
    <section aria-label="Attempts">
      <h3>{attempts.length} attempts</h3>
      <ol class="findings">
        {attempts.map(({ seq, at, status, outcome }) => (
          <li key={seq}>
            <a
              href={linkTo(`traffic/${seq}`, currentRoute.value.query)}
              aria-current={seq === entry.seq ? 'true' : undefined}
            >
              <InstantText at={at} long /> {status ?? outcome}
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The records that changed between an entry and the next one. */
function Changed({ seq }: { readonly seq: number }) {
  const [isOpen, setOpen] = useState(false);
  const isLatest = journalEntries.at(-1)?.seq === seq;
  const query = { fromEntry: String(seq), ...(isLatest ? {} : { toEntry: String(seq + 1) }) };
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Changed records</summary>
      {isOpen ? <RecordChanges title={`Records changed by #${seq}`} query={query} /> : null}
    </details>
  );
}

function Reason({ refusal }: { readonly refusal: NonNullable<JournalEntry['refusal']> }) {
  const { code, message, findings } = refusal;
  return (
    <section class="callout warn" aria-label="Reason for the error">
      <p>
        <strong>Refused: {message}</strong> <code>{code}</code>
      </p>
      {findings.length === 0 ? null : (
        <ul class="findings">
          {findings.map((finding) => (
            <li key={`${finding.pointer} ${finding.ruleId}`}>
              <code>{finding.pointer === '' ? '/' : finding.pointer}</code> {finding.message}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
