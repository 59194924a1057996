import { useState } from 'preact/hooks';
import { callControl } from '../api/call-control.js';
import type { Job } from '../api/types.js';
import { useControl } from '../api/use-load.js';
import { ActionTable } from '../parts/action-table.js';
import { ActionButton } from '../parts/buttons.js';
import { formatDuration, InstantText } from '../parts/instant-text.js';
import { EmptyState, LoadError } from '../parts/load-states.js';
import { AreaHeading } from '../parts/panel.js';
import {
  SelectField,
  SelectInput,
  ServerActionForm,
  TextField,
  TextInput,
  useField,
} from '../parts/server-action-form.js';
import { chooseStateTone, StatusTag } from '../parts/status-tag.js';
import { linkTo } from '../route.js';

/** Maximum number of rows; the newest jobs are shown. */
const most = 200;

/** The jobs of the APIs, with controls for their outcome. */
export function JobsArea() {
  const { value, error, reload } = useControl<{ jobs: Job[] }>('jobs');
  const show = useField('all');
  const message = useField();
  const jobs = (value?.jobs ?? []).filter(
    (job) => show.value === 'all' || (show.value === 'open') === (job.finishedAt === undefined),
  );
  const newest = jobs.slice(-most).reverse();
  return (
    <>
      <AreaHeading title="Jobs" about="Background jobs of the APIs. Complete a job now, or make it fail." />
      <LoadError error={error} />
      <ProgressionForm />
      <section class="panel" aria-label="All jobs">
        <div class="bar">
          <SelectInput
            label="Filter jobs"
            {...show}
            options={[
              ['all', 'All jobs'],
              ['open', 'Running'],
              ['ended', 'Ended'],
            ]}
          />
          <TextInput label="Failure message" placeholder="Failure message (optional)" {...message} />
          <span class="count">
            {jobs.length === newest.length ? `${jobs.length} jobs` : `newest ${most} of ${jobs.length}`}
          </span>
        </div>
        {value === undefined ? null : (
          <ActionTable
            rows={newest}
            keyOf={({ id }) => id}
            empty={
              <EmptyState title="No jobs">
                Trainings, predictions, rosters and validations that clients start appear here.
              </EmptyState>
            }
            columns={[
              {
                title: 'Job',
                cell: ({ id }) => (
                  <a href={linkTo('traffic', { text: id })}>
                    <code>{id}</code>
                  </a>
                ),
              },
              { title: 'What', cell: ({ api, kind }) => `${api} ${kind}` },
              { title: 'Tenant', cell: ({ tenantId }) => tenantId },
              { title: 'Accepted', cell: ({ acceptedAt }) => <InstantText at={acceptedAt} long /> },
              { title: 'State', cell: (job) => <State job={job} /> },
              {
                title: 'Decide',
                acts: true,
                cell: (job) => <Decide job={job} message={message.value} onChanged={reload} />,
              },
            ]}
          />
        )}
      </section>
    </>
  );
}

function State({ job }: { readonly job: Job }) {
  const { status, acceptedAt, finishedAt } = job;
  return (
    <span class="nowrap">
      <StatusTag tone={chooseStateTone(status)}>{status}</StatusTag>{' '}
      {finishedAt === undefined ? null : (
        <span class="muted">{formatDuration(Date.parse(finishedAt) - Date.parse(acceptedAt))}</span>
      )}
    </span>
  );
}

function Decide({ job, message, onChanged }: Readonly<{ job: Job; message: string; onChanged: () => Promise<void> }>) {
  const { id, finishedAt } = job;
  if (finishedAt !== undefined) return null;
  const end = (how: 'complete' | 'fail') => async () => {
    const body = how === 'fail' && message !== '' ? { message } : {};
    const ended = await callControl<Job>(`POST jobs/${encodeURIComponent(id)}/${how}`, body);
    await onChanged();
    return `Job ${id}: ${ended.status}.`;
  };
  return (
    <span class="buttons">
      <ActionButton label={`Complete ${id}`} run={end('complete')}>
        Complete
      </ActionButton>
      <ActionButton kind="danger" label={`Fail ${id}`} run={end('fail')}>
        Fail
      </ActionButton>
    </span>
  );
}

const rules = [
  ['immediate', 'immediately'],
  ['after', 'after a delay'],
  ['polls', 'after a number of status requests'],
  ['documented', 'as documented'],
  ['manual', 'manual'],
] as const;

/** Form that sets when new jobs complete. */
function ProgressionForm() {
  const { value, reload } = useControl<{ progression: string }>('settings');
  const [rule, setRule] = useState<string>();
  const [amount, setAmount] = useState<string>();
  if (value === undefined) return null;
  const [current = '', detail = ''] = value.progression.split(/:(.*)/s);
  const kind = rule ?? current;
  const usual = kind === 'after' ? 'PT10S' : '3';
  const shown = amount ?? (kind === current ? detail : usual);
  const counts = kind === 'after' || kind === 'polls';
  const send = async () => {
    await callControl('PATCH settings', { progression: counts ? `${kind}:${shown === '' ? usual : shown}` : kind });
    setRule(undefined);
    setAmount(undefined);
    await reload();
    return 'Applies to new jobs.';
  };
  return (
    <section class="panel" aria-label="Job completion">
      <ServerActionForm inline button="Set" label="Job completion" send={send}>
        <SelectField
          label="Jobs complete"
          hint={`Now: ${value.progression}`}
          value={kind}
          onChange={(next) => {
            setRule(next);
            setAmount(undefined);
          }}
          options={rules}
        />
        {counts ? (
          <TextField
            label={kind === 'after' ? 'After (ISO 8601)' : 'Status requests'}
            value={shown}
            onChange={setAmount}
          />
        ) : null}
      </ServerActionForm>
    </section>
  );
}
