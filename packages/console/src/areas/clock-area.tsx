import { useState } from 'preact/hooks';
import { callControl } from '../api/call-control.js';
import type { ClockState, DueTimer, JournalEntry } from '../api/types.js';
import { useControl } from '../api/use-load.js';
import { useClock } from '../frame/use-clock.js';
import { ActionTable } from '../parts/action-table.js';
import { ActionButton } from '../parts/buttons.js';
import { Happened, runAndCollectEvents } from '../parts/event-list.js';
import { formatDuration, InstantText } from '../parts/instant-text.js';
import { EmptyState, LoadError, LoadingState } from '../parts/load-states.js';
import { AreaHeading, Panel } from '../parts/panel.js';
import { SelectField, ServerActionForm, TextField, useField } from '../parts/server-action-form.js';
import { Timeline } from '../parts/timeline.js';
import { linkTo } from '../route.js';

const about = {
  real: 'The clock runs in real time.',
  manual: 'The clock is paused until you advance it.',
  scaled: 'The clock runs faster or slower than real time.',
} as const;

function ClockModeForm({ clock, onChanged }: Readonly<{ clock: ClockState; onChanged: () => Promise<void> }>) {
  const [chosen, setChosen] = useState<ClockState['mode']>();
  const scale = useField('60');
  const mode = chosen ?? clock.mode;
  const send = async () => {
    await callControl('PUT clock', mode === 'scaled' ? { mode, scale: Number(scale.value) } : { mode });
    setChosen(undefined);
    await onChanged();
    return 'Clock mode changed.';
  };
  return (
    <ServerActionForm inline send={send} button="Set" label="Clock mode">
      <SelectField
        label="Clock mode"
        hint={about[mode]}
        value={mode}
        onChange={(value) => setChosen(value === 'real' || value === 'scaled' ? value : 'manual')}
        options={[['real', 'real time'], 'manual', 'scaled']}
      />
      {mode === 'scaled' ? <TextField label="Speed factor" type="number" {...scale} step="any" /> : null}
    </ServerActionForm>
  );
}

/** Units as ISO 8601 durations, with `_` for the number. */
const durationUnits = [
  ['PT_S', 'seconds'],
  ['PT_M', 'minutes'],
  ['PT_H', 'hours'],
  ['P_D', 'days'],
  ['P_W', 'weeks'],
] as const;

const steps = [
  ['PT1M', '1 minute'],
  ['PT1H', '1 hour'],
  ['P1D', '1 day'],
  ['P7D', '1 week'],
] as const;

/** Maximum number of timers on the timeline. More would overlap. */
const mostMarks = 12;

/** The current time, the timers, and controls to advance the clock. */
export function ClockArea() {
  const clock = useClock();
  const { value, error, reload } = useControl<{ count: number; timers: DueTimer[] }>('timers');
  const [turn, setTurn] = useState<Readonly<{ fired: number; now: string; happened: readonly JournalEntry[] }>>();
  const to = useField();
  const amount = useField('90');
  const unit = useField('PT_M');
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
      <Panel title="Advance">
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
          {steps.map(([by, name]) => (
            <ActionButton key={by} run={() => advance({ by })}>
              {name}
            </ActionButton>
          ))}
        </div>
        <ServerActionForm
          inline
          button="Advance by this duration"
          label="Advance by a duration"
          send={() => advance({ by: unit.value.replace('_', amount.value) })}
        >
          <TextField label="Duration" pointer="/body/by" type="number" {...amount} required />
          <SelectField label="Unit" {...unit} options={durationUnits} />
        </ServerActionForm>
        <ServerActionForm
          inline
          button="Advance to this date"
          label="Advance to a date"
          send={async () => {
            if (to.value === '') throw new Error('Choose a date and time first');
            await advance({ to: `${to.value}:00Z`.replace(/(:\d\d:\d\d):00Z$/, '$1Z') });
          }}
        >
          <TextField label="Date and time, UTC" pointer="/body/to" type="datetime-local" {...to} />
        </ServerActionForm>
        {turn === undefined ? null : (
          <Happened
            events={turn.happened}
            summary={
              <>
                It is now <InstantText at={turn.now} long />.{' '}
                {turn.fired === 0
                  ? 'No timers were due.'
                  : `${turn.fired} ${turn.fired === 1 ? 'timer' : 'timers'} fired.`}
              </>
            }
          />
        )}
      </Panel>
      <Panel title="Next timers">
        {value === undefined ? (
          <LoadingState error={undefined} />
        ) : value.timers.length === 0 ? (
          <EmptyState title="No timers">Job completions, webhook retries and deadlines appear here.</EmptyState>
        ) : (
          <Due {...value} now={clock?.now ?? next?.at ?? ''} advance={advance} />
        )}
      </Panel>
    </>
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
