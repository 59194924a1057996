import { useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import type { Job } from '../../api/types.js';
import { useLoad } from '../../api/use-load.js';
import { Act } from '../../parts/act.js';
import { Empty, Failed } from '../../parts/empty.js';
import { Choice, Text } from '../../parts/form.js';
import { Heading } from '../../parts/heading.js';
import { Instant, spanOf } from '../../parts/instant.js';
import { Tag, toneOfState } from '../../parts/tag.js';
import { linkTo } from '../../route.js';
import { Progression } from './progression.js';

/** Rows in the table at most: the newest are what somebody looks for. */
const most = 200;

/** The asynchronous work of the APIs, and the means to decide its outcome. */
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
      <Heading title="Jobs" about="Work that the APIs do in the background. Let one end now, or make it fail." />
      <Failed error={error} />
      <Progression />
      <section class="panel" aria-label="All jobs">
        <div class="bar">
          <Choice
            label="Which jobs"
            value={show}
            onChange={setShow}
            options={[
              ['all', 'All jobs'],
              ['open', 'Under way'],
              ['ended', 'Ended'],
            ]}
          />
          <Text
            label="Text of a failure"
            placeholder="Text of a failure: the API's own"
            value={message}
            onChange={setMessage}
          />
          <span class="count">
            {jobs.length === newest.length ? `${jobs.length} jobs` : `newest ${most} of ${jobs.length}`}
          </span>
        </div>
        {value === undefined ? null : newest.length === 0 ? (
          <Empty title="No job">
            Trainings, predictions, rosters and validations that a client starts appear here.
          </Empty>
        ) : (
          <div class="table-frame">
            <table class="cards">
              <thead>
                <tr>
                  <th scope="col">Job</th>
                  <th scope="col">What</th>
                  <th scope="col">Tenant</th>
                  <th scope="col">Accepted</th>
                  <th scope="col">State</th>
                  <th scope="col">
                    <span class="visually-hidden">Decide</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {newest.map((job) => (
                  <Row key={job.id} job={job} message={message} onChanged={reload} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </section>
    </>
  );
}

interface RowProps {
  readonly job: Job;
  readonly message: string;
  readonly onChanged: () => Promise<void>;
}

function Row({ job, message, onChanged }: RowProps) {
  const { id, api, kind, tenantId, status, acceptedAt, finishedAt } = job;
  const path = `jobs/${encodeURIComponent(id)}`;
  const end = (how: 'complete' | 'fail') => async () => {
    const body = how === 'fail' && message !== '' ? { message } : {};
    const ended = await call<Job>(`POST ${path}/${how}`, body);
    await onChanged();
    return `Job ${id} is ${ended.status}.`;
  };
  return (
    <tr>
      <th scope="row" data-label="Job">
        <a href={linkTo('traffic', { text: id })}>
          <code>{id}</code>
        </a>
      </th>
      <td data-label="What">
        {api} {kind}
      </td>
      <td data-label="Tenant">{tenantId}</td>
      <td data-label="Accepted">
        <Instant at={acceptedAt} long />
      </td>
      <td data-label="State">
        <span class="nowrap">
          <Tag tone={toneOfState(status)}>{status}</Tag>{' '}
          {finishedAt === undefined ? null : (
            <span class="muted">{spanOf(Date.parse(finishedAt) - Date.parse(acceptedAt))}</span>
          )}
        </span>
      </td>
      <td class="end">
        {finishedAt === undefined ? (
          <span class="buttons">
            <Act label={`Complete ${id}`} run={end('complete')}>
              Complete
            </Act>
            <Act kind="danger" label={`Fail ${id}`} run={end('fail')}>
              Fail
            </Act>
          </span>
        ) : null}
      </td>
    </tr>
  );
}
