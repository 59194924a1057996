import { useState } from 'preact/hooks';
import { call } from '../../api/call';
import type { ApiEvidence, ScenarioRun } from '../../api/types';
import { Act } from '../../parts/act';
import { Copy } from '../../parts/copy';
import { Tag } from '../../parts/tag';
import { linkTo } from '../../route';
import { StepOfRun } from './step-of-run';

interface OneScenarioProps {
  readonly api: string;
  /** Address of the operation. */
  readonly operationId: string;
  readonly scenario: ApiEvidence['scenarios'][number];
}

/** A scenario: its claims, its steps, and their results after a run. */
export function OneScenario({ api, operationId, scenario }: OneScenarioProps) {
  const { id, summary, claims, steps } = scenario;
  const [run, setRun] = useState<ScenarioRun>();
  const [claim] = claims;
  return (
    <section class="panel pair-detail" aria-label={id}>
      <div>
        <a class="back always" href={linkTo(`apis/${api}/${operationId}`)}>
          ← {operationId}
        </a>
        <h2>{id}</h2>
        <p>{summary}</p>
      </div>
      <div class="buttons">
        <Act
          kind="primary"
          run={async () => {
            setRun(await call<ScenarioRun>(`POST apis/${api}/scenarios/${encodeURIComponent(id)}/run`, {}));
          }}
        >
          {run === undefined ? 'Run here' : 'Run again'}
        </Act>
        {claim === undefined ? null : <Copy text={`npx api-understudy run --claim ${claim}`}>Copy run command</Copy>}
      </div>
      {run === undefined ? (
        <>
          <p class="muted">The scenario runs in a temporary sandbox.</p>
          <h3>{steps.length === 1 ? '1 step' : `${steps.length} steps`}</h3>
          <ol class="steps">
            {steps.map((step) => (
              <li key={step.id}>
                {step.id} <code>{step.calls}</code>
              </li>
            ))}
          </ol>
        </>
      ) : (
        <Ran run={run} />
      )}
      {claims.length === 0 ? null : (
        <p class="muted">
          Claims <code>{claims.join(', ')}</code>
        </p>
      )}
    </section>
  );
}

function Ran({ run }: { readonly run: ScenarioRun }) {
  const { scenario, outcome, durationMilliseconds, findings, steps } = run;
  return (
    <>
      <p role="status">
        <Tag tone={outcome === 'passed' ? 'good' : 'bad'}>{outcome}</Tag> {steps.length}{' '}
        {steps.length === 1 ? 'step' : 'steps'} in {Math.round(durationMilliseconds)} ms
      </p>
      {findings.length === 0 ? null : (
        <ul class="findings callout bad">
          {findings.map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
        </ul>
      )}
      <ol class="run-steps">
        {steps.map((step, index) => (
          <StepOfRun key={`${index} ${step.id}`} step={step} isCalled={step.workflow !== scenario} />
        ))}
      </ol>
    </>
  );
}
