import type { ScenarioRun } from '../../api/types';
import { Differences, differencesOf } from '../../parts/differences.js';
import { MessageView } from '../../parts/message-view.js';
import { parseOrText } from '../../parts/parse-json.js';
import { chooseStatusTone, StatusTag } from '../../parts/status-tag.js';
import { stripSandboxPrefix } from '../../parts/summarize-entry.js';
import { Outcome } from './run-scenarios.js';

type Step = ScenarioRun['steps'][number];
type Attempt = Step['attempts'][number];

interface StepOfRunProps {
  readonly step: Step;
  /** True if the step belongs to a called workflow. */
  readonly isCalled: boolean;
}

/** A completed step with its requests, responses and criteria. Expanded if it failed. */
export function StepResult({ step, isCalled }: StepOfRunProps) {
  const { id, workflow, outcome, findings, attempts } = step;
  const last = attempts.at(-1);
  const further = findings.filter((text) => !last?.criteria.some(({ message }) => message === text));
  return (
    <li>
      <details open={outcome === 'failed'}>
        <summary>
          <Outcome outcome={outcome} /> <strong>{id}</strong>{' '}
          {isCalled ? <span class="muted">of {workflow} </span> : null}
          {last?.request === undefined ? null : <CalledIn attempt={last} />}
          {attempts.length > 1 ? <span class="muted"> after {attempts.length} attempts</span> : null}
        </summary>
        <FindingList findings={further} />
        {attempts.map((attempt, index) => (
          <OneAttempt key={index} attempt={attempt} number={attempts.length > 1 ? index + 1 : undefined} />
        ))}
      </details>
    </li>
  );
}

export function FindingList({ findings }: { readonly findings: readonly string[] }) {
  return findings.length === 0 ? null : (
    <ul class="findings callout bad">
      {findings.map((finding) => (
        <li key={finding}>{finding}</li>
      ))}
    </ul>
  );
}

function CalledIn({ attempt: { request, response } }: { readonly attempt: Attempt }) {
  const { pathname, search } = new URL(request?.url ?? '/', location.href);
  return (
    <span class="called">
      <code>
        {request?.method} {stripSandboxPrefix(pathname)}
        {search}
      </code>{' '}
      {response === undefined ? null : (
        <StatusTag tone={chooseStatusTone(response.status)}>{response.status}</StatusTag>
      )}
    </span>
  );
}

function OneAttempt({ attempt, number }: { readonly attempt: Attempt; readonly number: number | undefined }) {
  const { request, response, error, criteria } = attempt;
  return (
    <div class="attempt">
      {number === undefined ? null : <h4>Attempt {number}</h4>}
      {criteria.length === 0 ? (
        <p class="muted">The only criterion is a response that matches the description.</p>
      ) : null}
      <ul class="criteria">
        {criteria.map(({ condition, holds, message, expected, actual }) => (
          <li key={condition}>
            <StatusTag tone={holds === undefined ? 'plain' : holds ? 'good' : 'bad'}>
              {holds === undefined ? 'not evaluated' : holds ? 'holds' : 'fails'}
            </StatusTag>{' '}
            <span>
              <code>{condition}</code>
              {message === undefined ? null : <small>{message}</small>}
              {expected === undefined ? null : (
                <Differences
                  differences={differencesOf(parseOrText(expected), parseOrText(actual ?? ''))}
                  titles={['Expected', 'Actual']}
                />
              )}
            </span>
          </li>
        ))}
      </ul>
      {error === undefined ? null : <p class="callout bad">{error}</p>}
      {request === undefined ? null : (
        <MessageView title="Request" headers={request.headers} body={parseOrText(request.body ?? '')} />
      )}
      {response === undefined ? null : (
        <MessageView title="Response" headers={response.headers} body={parseOrText(response.body ?? '')} />
      )}
    </div>
  );
}
