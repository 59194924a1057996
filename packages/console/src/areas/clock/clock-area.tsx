import { useState } from 'preact/hooks';
import { callControl } from '../../api/call-control.js';
import type { DueTimer, JournalEntry } from '../../api/types.js';
import { useLoad } from '../../api/use-load.js';
import { useClock } from '../../frame/use-clock.js';
import { ActionButton } from '../../parts/action-button.js';
import { ActionTable } from '../../parts/action-table.js';
import { AreaHeading } from '../../parts/area-heading.js';
import { EventList, runAndCollectEvents } from '../../parts/event-list.js';
import { formatDuration, InstantText } from '../../parts/instant-text.js';
import { EmptyState, LoadError, LoadingState } from '../../parts/load-states.js';
import { FormField, SelectInput, ServerActionForm, TextInput } from '../../parts/server-action-form.js';
import { Timeline } from '../../parts/timeline.js';
import { linkTo } from '../../route.js';
import { ClockModeForm } from './clock-mode-form.js';

interface Turn {
  readonly fired: number;
  readonly now: string;
  readonly happened: readonly JournalEntry[];
}

/** Units as ISO 8601 durations, with `_` for the number. */
const durationUnits = [
  ['PT_S', 'seconds'],
  ['PT_M', 'minutes'],
  ['PT_H', 'hours'],
  ['P_D', 'days'],
  ['P_W', 'weeks'],
] as const;

/** Timers on the line. More would cover each other. */
const mostMarks = 12;

/** The current time, the timers, and controls to advance the clock. */
export function ClockArea() {
  const clock = useClock();
  const { value, error, reload } = useLoad('timers', () =>
    callControl<{ count: number; timers: DueTimer[] }>('GET timers'),
  );
  const [turn, setTurn] = useState<Turn>();
  const [to, setTo] = useState('');
  const [amount, setAmount] = useState('90');
  const [unit, setUnit] = useState('PT_M');
  const advance = async (body: { by: string } | { to: string }) => {
    const { answer, events } = await runAndCollectEvents(() =>
      callControl<{ fired: number; now: string }>('POST clock/advance', body),
    );
    setTurn({ ...answer, happened: events });
    await reload();
  };
  const next = value?.timers[0];
  return (
    <>
      <AreaHeading
        title="Clock"
        about="The time of this sandbox. Token expiry, jobs and webhook retries depend on it."
      />
      <LoadError error={error} />
      {clock === undefined ? null : (
        <section class="panel clock-face" aria-label="Current time">
          <p class="clock-big">
            <span>{clock.now.slice(11, 19)}</span>
            <small>
              {clock.now.slice(0, 10)} UTC · {weekdayOf(clock.now)}
            </small>
          </p>
          <ClockModeForm clock={clock} onChanged={reload} />
        </section>
      )}
      <section class="panel" aria-label="Advance">
        <h2>Advance</h2>
        <div class="buttons">
          <ActionButton
            kind="primary"
            disabled={next === undefined}
            run={async () => {
              if (next !== undefined) await advance({ to: next.at });
            }}
          >
            Next event
          </ActionButton>
          <ActionButton run={() => advance({ by: 'PT1M' })}>1 minute</ActionButton>
          <ActionButton run={() => advance({ by: 'PT1H' })}>1 hour</ActionButton>
          <ActionButton run={() => advance({ by: 'P1D' })}>1 day</ActionButton>
          <ActionButton run={() => advance({ by: 'P7D' })}>1 week</ActionButton>
        </div>
        <ServerActionForm
          inline
          button="Advance by this duration"
          label="Advance by a duration"
          send={() => advance({ by: unit.replace('_', amount) })}
        >
          <FormField label="Duration" pointer="/body/by">
            <TextInput type="number" value={amount} onChange={setAmount} required />
          </FormField>
          <FormField label="Unit">
            <SelectInput value={unit} onChange={setUnit} options={durationUnits} />
          </FormField>
        </ServerActionForm>
        <ServerActionForm
          inline
          button="Advance to this date"
          label="Advance to a date"
          send={async () => {
            if (to === '') throw new Error('Choose a date and time first');
            await advance({ to: `${to}:00Z`.replace(/(:\d\d:\d\d):00Z$/, '$1Z') });
          }}
        >
          <FormField label="Date and time, UTC" pointer="/body/to">
            <TextInput type="datetime-local" value={to} onChange={setTo} />
          </FormField>
        </ServerActionForm>
        {turn === undefined ? null : <Turned turn={turn} />}
      </section>
      <section class="panel" aria-label="Next timers">
        <h2>Next timers</h2>
        {value === undefined ? (
          <LoadingState error={undefined} />
        ) : value.timers.length === 0 ? (
          <EmptyState title="No timers">Job completions, webhook retries and deadlines appear here.</EmptyState>
        ) : (
          <Due
            timers={value.timers}
            count={value.count}
            now={clock?.now ?? value.timers[0]?.at ?? ''}
            advance={advance}
          />
        )}
      </section>
    </>
  );
}

function Turned({ turn }: { readonly turn: Turn }) {
  const { fired, now, happened } = turn;
  return (
    <div class="happened" role="status">
      <p>
        It is now <InstantText at={now} long />.{' '}
        {fired === 0 ? 'No timers were due.' : `${fired} ${fired === 1 ? 'timer' : 'timers'} fired.`}
      </p>
      <EventList events={happened} />
    </div>
  );
}

interface DueProps {
  readonly timers: readonly DueTimer[];
  readonly count: number;
  readonly now: string;
  readonly advance: (body: { to: string }) => Promise<void>;
}

function Due({ timers, count, now, advance }: DueProps) {
  const marks = timers
    .slice(0, mostMarks)
    .map((timer) => ({
      at: timer.at,
      label:
        timer.kind === 'api' ? (timer.name ?? '') : { job: 'job', delivery: 'webhook', answer: 'response' }[timer.kind],
      tone: 'busy' as const,
    }));
  return (
    <>
      <Timeline label="What is due" from={now} marks={marks} />
      <ActionTable
        rows={timers.map((timer, index) => ({ ...timer, index }))}
        keyOf={({ index }) => String(index)}
        columns={[
          { title: 'When', cell: ({ at }) => <InstantText at={at} long /> },
          {
            title: 'In',
            cell: ({ at }) => <span class="nowrap">{formatDuration(Date.parse(at) - Date.parse(now))}</span>,
          },
          { title: 'What', cell: (timer) => <WhatIsDue timer={timer} /> },
          {
            title: 'Advance',
            acts: true,
            cell: ({ at }) => (
              <ActionButton label={`Advance to ${at}`} run={() => advance({ to: at })}>
                Advance
              </ActionButton>
            ),
          },
        ]}
      />
      {count > timers.length ? <p class="muted">and {count - timers.length} later ones</p> : null}
    </>
  );
}

function WhatIsDue({ timer }: { readonly timer: DueTimer }) {
  const { kind, api, name, jobId, deliveryId, cause } = timer;
  const because = cause === undefined ? null : <a href={linkTo(`traffic/${cause}`)}>from #{cause}</a>;
  if (kind === 'job') return <>Job {jobId} can finish</>;
  if (kind === 'delivery') {
    return (
      <>
        Webhook {deliveryId} of {api} will be retried {because}
      </>
    );
  }
  if (kind === 'answer') return <>A delayed response is sent</>;
  return (
    <>
      {api}: {name} {because}
    </>
  );
}

function weekdayOf(instant: string): string {
  return new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(new Date(instant));
}
