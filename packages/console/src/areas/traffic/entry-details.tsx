import { callControl } from '../../api/call-control.js';
import type { JournalEntry } from '../../api/types.js';
import { useLoad } from '../../api/use-load.js';
import { CopyButton } from '../../parts/copy-button.js';
import { InstantText } from '../../parts/instant-text.js';
import { EmptyState, LoadError } from '../../parts/load-states.js';
import { MessageView } from '../../parts/message-view.js';
import { chooseStatusTone, StatusTag } from '../../parts/status-tag.js';
import { summarizeEntry } from '../../parts/summarize-entry.js';
import { currentRoute, linkTo } from '../../route.js';
import { RequestEffects } from './request-effects.js';
import { toArazzoStep } from './to-arazzo-step.js';
import { toCurlCommand } from './to-curl-command.js';

/** The details of one entry. */
export function EntryDetails({ seq }: { readonly seq: number }) {
  const { value, error } = useLoad(String(seq), entryOf);
  const entry = value?.entry;
  const back = linkTo('traffic', currentRoute.value.query);
  return (
    <section class="exchange" aria-label={`Entry ${seq}`}>
      <div class="exchange-bar">
        <a class="button" href={back}>
          <span aria-hidden="true">←</span> Back to list
        </a>
        {entry?.type === 'request' ? <CopyButton text={toCurlCommand(entry)}>Copy as curl</CopyButton> : null}
        {entry?.type === 'request' && entry.operationId !== undefined ? (
          <CopyButton text={() => toArazzoStep(entry)}>Copy as scenario step</CopyButton>
        ) : null}
      </div>
      <LoadError error={error} />
      {entry === undefined ? null : <Shown entry={entry} />}
      {value === undefined || entry !== undefined ? null : (
        <EmptyState title={`Entry ${seq} no longer exists`}>
          The journal stores only the newest entries. A reset empties it.
        </EmptyState>
      )}
    </section>
  );
}

async function entryOf(seq: string): Promise<{ entry?: JournalEntry }> {
  const { entries } = await callControl<{ entries: JournalEntry[] }>(`GET journal?after=${Number(seq) - 1}&limit=1`);
  const [entry] = entries;
  return entry?.seq === Number(seq) ? { entry } : {};
}

function Shown({ entry }: { readonly entry: JournalEntry }) {
  const { seq, at, type, api, operationId, tenantId, jobId, method, url, status, refusal, note, error, fault } = entry;
  const facts = [
    ['Entry', `#${seq}`],
    ['API', api],
    ['Operation', operationId],
    ['Tenant', tenantId],
    ['Job', jobId],
    ['Fault applied', fault],
  ].filter(([, value]) => value !== undefined && value !== '');
  return (
    <>
      <h2 class="exchange-title">
        <span class="row-kind">{type === 'request' ? method : summarizeEntry(entry).kind}</span>
        <span class="exchange-url">{url ?? summarizeEntry(entry).text}</span>
        {status === undefined ? null : <StatusTag tone={chooseStatusTone(status)}>{status}</StatusTag>}
      </h2>
      <dl class="facts">
        <div>
          <dt>At</dt>
          <dd>
            <InstantText at={at} long />
          </dd>
        </div>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {refusal === undefined ? null : <Reason refusal={refusal} />}
      {error === undefined || error === refusal?.message ? null : <p class="callout bad">{error}</p>}
      {note === undefined ? null : <p class="callout warn">{note}</p>}
      <RequestEffects entry={entry} />
      {entry.request === undefined && entry.response === undefined ? null : <Sides entry={entry} />}
    </>
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

function Sides({ entry }: { readonly entry: JournalEntry }) {
  const sides = [
    ['Request', entry.request],
    ['Answer', entry.response],
  ] as const;
  return (
    <div class="sides">
      {sides.map(([name, side]) =>
        side === undefined ? null : <MessageView key={name} title={name} headers={side.headers} body={side.body} />,
      )}
    </div>
  );
}
