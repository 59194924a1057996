import { useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import type { Job } from '../../api/types.js';
import { useLoad } from '../../api/use-load.js';
import { Act } from '../../parts/act.js';
import { ActionTable } from '../../parts/action-table.js';
import { Empty, Failed } from '../../parts/empty.js';
import { Choice, Text } from '../../parts/form.js';
import { Heading } from '../../parts/heading.js';
import { Instant, spanOf } from '../../parts/instant.js';
import { Tag, toneOfState } from '../../parts/tag.js';
import { linkTo } from '../../route.js';
import { Progression } from './progression.js';

/** Maximum number of rows; the newest jobs are shown. */
const most = 200;

/** The jobs of the APIs, with controls for their outcome. */
export function Jobs() {
  const { value, error, reload } = useLoad('jobs', () => call<{ jobs: Job[] }>('GET jobs'));
  const [show, setShow] = useState('all');
  const [message, setMessage] = useState('');
  const jobs = (value?.jobs ?? []).filter(
    (job) => show === 'all' || (show === 'open') === (job.finishedAt === undefined),
  );
  const newest = jobs.slice(-most).reverse();
  return (
    <>
      <Heading title="Jobs" about="Background jobs of the APIs. Complete a job now, or make it fail." />
      <Failed error={error} />
      <Progression />
      <section class="panel" aria-label="All jobs">
        <div class="bar">
          <Choice
            label="Filter jobs"
            value={show}
            onChange={setShow}
            options={[
              ['all', 'All jobs'],
              ['open', 'Running'],
              ['ended', 'Ended'],
            ]}
          />
          <Text
            label="Failure message"
            placeholder="Failure message (optional)"
            value={message}
            onChange={setMessage}
          />
          <span class="count">
            {jobs.length === newest.length ? `${jobs.length} jobs` : `newest ${most} of ${jobs.length}`}
          </span>
        </div>
        {value === undefined ? null : newest.length === 0 ? (
          <Empty title="No jobs">Trainings, predictions, rosters and validations that clients start appear here.</Empty>
        ) : (
          <ActionTable
            rows={newest}
            keyOf={({ id }) => id}
            columns={[
              { title: 'Job', cell: ({ id }) => <Name id={id} /> },
              { title: 'What', cell: ({ api, kind }) => `${api} ${kind}` },
              { title: 'Tenant', cell: ({ tenantId }) => tenantId },
              { title: 'Accepted', cell: ({ acceptedAt }) => <Instant at={acceptedAt} long /> },
              { title: 'State', cell: (job) => <State job={job} /> },
              { title: 'Decide', acts: true, cell: (job) => <Decide job={job} message={message} onChanged={reload} /> },
            ]}
          />
        )}
      </section>
    </>
  );
}

function Name({ id }: { readonly id: string }) {
  return (
    <a href={linkTo('traffic', { text: id })}>
      <code>{id}</code>
    </a>
  );
}

function State({ job }: { readonly job: Job }) {
  const { status, acceptedAt, finishedAt } = job;
  return (
    <span class="nowrap">
      <Tag tone={toneOfState(status)}>{status}</Tag>{' '}
      {finishedAt === undefined ? null : (
        <span class="muted">{spanOf(Date.parse(finishedAt) - Date.parse(acceptedAt))}</span>
      )}
    </span>
  );
}

interface DecideProps {
  readonly job: Job;
  readonly message: string;
  readonly onChanged: () => Promise<void>;
}

function Decide({ job, message, onChanged }: DecideProps) {
  const { id, finishedAt } = job;
  if (finishedAt !== undefined) return null;
  const end = (how: 'complete' | 'fail') => async () => {
    const body = how === 'fail' && message !== '' ? { message } : {};
    const ended = await call<Job>(`POST jobs/${encodeURIComponent(id)}/${how}`, body);
    await onChanged();
    return `Job ${id} is ${ended.status}.`;
  };
  return (
    <span class="buttons">
      <Act label={`Complete ${id}`} run={end('complete')}>
        Complete
      </Act>
      <Act kind="danger" label={`Fail ${id}`} run={end('fail')}>
        Fail
      </Act>
    </span>
  );
}
