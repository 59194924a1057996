import { call } from '../../api/call.js';
import type { JournalEntry } from '../../api/types.js';
import { useLoad } from '../../api/use-load.js';
import { Copy } from '../../parts/copy.js';
import { Empty, Failed } from '../../parts/empty.js';
import { Instant } from '../../parts/instant.js';
import { Message } from '../../parts/message.js';
import { summaryOf } from '../../parts/summary.js';
import { Tag, toneOfStatus } from '../../parts/tag.js';
import { linkTo, place } from '../../route.js';
import { asCurl } from './as-curl.js';
import { asStep } from './as-step.js';
import { Consequences } from './consequences.js';

/** The details of one entry. */
export function Exchange({ seq }: { readonly seq: number }) {
  const { value, error } = useLoad(String(seq), entryOf);
  const entry = value?.entry;
  const back = linkTo('traffic', place.value.query);
  return (
    <section class="exchange" aria-label={`Entry ${seq}`}>
      <div class="exchange-bar">
        <a class="button" href={back}>
          <span aria-hidden="true">←</span> Back to list
        </a>
        {entry?.type === 'request' ? <Copy text={asCurl(entry)}>Copy as curl</Copy> : null}
        {entry?.type === 'request' && entry.operationId !== undefined ? (
          <Copy text={() => asStep(entry)}>Copy as scenario step</Copy>
        ) : null}
      </div>
      <Failed error={error} />
      {entry === undefined ? null : <Shown entry={entry} />}
      {value === undefined || entry !== undefined ? null : (
        <Empty title={`Entry ${seq} no longer exists`}>
          The journal stores only the newest entries. A reset empties it.
        </Empty>
      )}
    </section>
  );
}

async function entryOf(seq: string): Promise<{ entry?: JournalEntry }> {
  const { entries } = await call<{ entries: JournalEntry[] }>(`GET journal?after=${Number(seq) - 1}&limit=1`);
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
        <span class="row-kind">{type === 'request' ? method : summaryOf(entry).kind}</span>
        <span class="exchange-url">{url ?? summaryOf(entry).text}</span>
        {status === undefined ? null : <Tag tone={toneOfStatus(status)}>{status}</Tag>}
      </h2>
      <dl class="facts">
        <div>
          <dt>At</dt>
          <dd>
            <Instant at={at} long />
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
      <Consequences entry={entry} />
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
        side === undefined ? null : <Message key={name} title={name} headers={side.headers} body={side.body} />,
      )}
    </div>
  );
}
