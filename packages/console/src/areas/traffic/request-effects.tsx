import { callControl } from '../../api/call-control.js';
import type { DueTimer, JournalEntry, WebhookDelivery } from '../../api/types.js';
import { useLoad } from '../../api/use-load.js';
import { formatDuration } from '../../parts/instant-text.js';
import { chooseStateTone, StatusTag } from '../../parts/status-tag.js';
import { summarizeEntry } from '../../parts/summarize-entry.js';
import { Timeline, type TimelineMark } from '../../parts/timeline.js';
import { currentRoute, linkTo } from '../../route.js';

interface Story {
  readonly cause: JournalEntry;
  readonly effects: readonly JournalEntry[];
  readonly deliveries: readonly WebhookDelivery[];
  readonly timers: readonly DueTimer[];
}

/** Timeline of the effects of a request: jobs, webhook attempts and pending timers. */
export function RequestEffects({ entry }: { readonly entry: JournalEntry }) {
  const { value } = useLoad(String(entry.cause ?? entry.seq), storyOf);
  if (value === undefined) return null;
  const { cause, effects, deliveries, timers } = value;
  if (effects.length === 0 && deliveries.length === 0 && timers.length === 0) return null;
  const transitions = effects.filter(({ type }) => type === 'transition');
  const jobs = [...new Set(transitions.map(({ jobId = '' }) => jobId))];
  const later = (at: string) =>
    at === cause.at ? 'immediately' : `+${formatDuration(Date.parse(at) - Date.parse(cause.at))}`;
  return (
    <section class="story" aria-label="Effects">
      <h3>Effects</h3>
      <Timeline label="Effects over time" from={cause.at} marks={marksOf(value)} />
      <ul class="tree">
        <li>
          <Event seq={cause.seq} chosen={entry.seq} when={cause.at.slice(11, 19)}>
            {cause.method} {cause.operationId}
          </Event>
          <ul>
            {jobs.map((jobId) => (
              <li key={jobId}>
                <span class="tree-node">
                  Job <a href={linkTo('jobs')}>{jobId}</a>
                </span>
                <ul>
                  {transitions
                    .filter((each) => each.jobId === jobId)
                    .map(({ seq, at, to = '' }) => (
                      <li key={seq}>
                        <Event seq={seq} chosen={entry.seq} when={later(at)}>
                          <StatusTag tone={chooseStateTone(to)}>{to}</StatusTag>
                        </Event>
                      </li>
                    ))}
                  {timers
                    .filter((timer) => timer.jobId === jobId)
                    .map((timer) => (
                      <Waiting key={timer.at} when={later(timer.at)} text="can finish" />
                    ))}
                </ul>
              </li>
            ))}
            {deliveries.map((delivery) => (
              <li key={delivery.id}>
                <span class="tree-node">
                  Webhook to <code>{delivery.url}</code>{' '}
                  <StatusTag tone={chooseStateTone(delivery.state)}>{delivery.state}</StatusTag>
                </span>
                <ul>
                  {delivery.attempts.map(({ number, at, outcome, status, error }) => (
                    <li key={number}>
                      <Event seq={seqOf(effects, delivery.url, number)} chosen={entry.seq} when={later(at)}>
                        attempt {number} of {delivery.plan.attempts}{' '}
                        <StatusTag tone={chooseStateTone(outcome)}>{status ?? outcome}</StatusTag> {error}
                      </Event>
                    </li>
                  ))}
                  {delivery.nextAttemptAt === undefined ? null : (
                    <Waiting when={later(delivery.nextAttemptAt)} text="will be retried" />
                  )}
                </ul>
              </li>
            ))}
            {timers
              .filter(({ kind }) => kind === 'api' || kind === 'answer')
              .map((timer) => (
                <Waiting
                  key={`${timer.at} ${timer.name}`}
                  when={later(timer.at)}
                  text={timer.name ?? 'response sent'}
                />
              ))}
          </ul>
        </li>
      </ul>
    </section>
  );
}

/** Returns the past and pending events of a story as timeline marks. */
function marksOf({ cause, effects, timers, deliveries }: Story): TimelineMark[] {
  const past = [cause, ...effects].map((entry): TimelineMark => {
    const { kind, text, mark } = summarizeEntry(entry);
    const href = linkTo(`traffic/${entry.seq}`, currentRoute.value.query);
    return { at: entry.at, label: `${kind} ${mark?.text ?? text}`, tone: mark?.tone ?? 'plain', href };
  });
  const due = [...timers.map(({ at }) => at), ...deliveries.flatMap(({ nextAttemptAt }) => nextAttemptAt ?? [])];
  return [...past, ...due.map((at): TimelineMark => ({ at, label: 'due', tone: 'busy' }))];
}

async function storyOf(seq: string): Promise<Story> {
  const [causes, effects, { deliveries }, { timers }] = await Promise.all([
    callControl<{ entries: JournalEntry[] }>(`GET journal?after=${Number(seq) - 1}&limit=1&summary=true`),
    callControl<{ entries: JournalEntry[] }>(`GET journal?cause=${seq}&limit=1000&summary=true`),
    callControl<{ deliveries: WebhookDelivery[] }>('GET deliveries'),
    callControl<{ timers: DueTimer[] }>('GET timers'),
  ]);
  const [cause] = causes.entries;
  if (cause === undefined) throw new Error(`Entry ${seq} no longer exists`);
  const jobs = new Set([cause, ...effects.entries].map(({ jobId }) => jobId));
  return {
    cause,
    effects: effects.entries,
    deliveries: deliveries.filter((delivery) => delivery.cause === Number(seq)),
    timers: timers.filter(
      (timer) => timer.cause === Number(seq) || (timer.jobId !== undefined && jobs.has(timer.jobId)),
    ),
  };
}

function seqOf(effects: readonly JournalEntry[], url: string, number: number): number {
  return effects.find((entry) => entry.type === 'delivery' && entry.url === url && entry.attempt === number)?.seq ?? 0;
}

interface EventProps {
  readonly seq: number;
  readonly chosen: number;
  readonly when: string;
  readonly children: preact.ComponentChildren;
}

function Event({ seq, chosen, when, children }: EventProps) {
  return (
    <span class={seq === chosen ? 'tree-event chosen' : 'tree-event'}>
      <a href={linkTo(`traffic/${seq}`, currentRoute.value.query)} class="when">
        {when}
      </a>
      <span>{children}</span>
    </span>
  );
}

function Waiting({ when, text }: { readonly when: string; readonly text: string }) {
  return (
    <li>
      <span class="tree-event">
        <span class="when">{when}</span>
        <span class="muted">{text}</span>
      </span>
    </li>
  );
}
