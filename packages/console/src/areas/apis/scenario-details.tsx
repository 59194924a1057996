import type { ApiEvidence, ScenarioRun } from '../../api/types';
import { ActionButton, CopyButton } from '../../parts/buttons.js';
import { Detail } from '../../parts/pair.js';
import { linkTo } from '../../route';
import { findRun, Outcome, runScenario } from './run-scenarios.js';
import { FindingList, StepResult } from './step-result';

interface OneScenarioProps {
  readonly api: string;
  /** Address of the operation. */
  readonly operationId: string;
  readonly scenario: ApiEvidence['scenarios'][number];
}

/** A scenario: its claims, its steps, and their results after a run. */
export function ScenarioDetails({ api, operationId, scenario }: OneScenarioProps) {
  const { id, summary, claims, steps } = scenario;
  const run = findRun(api, id);
  const [claim] = claims;
  return (
    <Detail label={id} back={[linkTo(`apis/${api}/${operationId}`), operationId]} hasBack about={<p>{summary}</p>}>
      <div class="buttons">
        <ActionButton kind="primary" run={async () => void (await runScenario(api, id))}>
          {run === undefined ? 'Run here' : 'Run again'}
        </ActionButton>
        {claim === undefined ? null : (
          <CopyButton text={`npx api-understudy test run --claim ${claim}`}>Copy run command</CopyButton>
        )}
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
    </Detail>
  );
}

function Ran({ run }: { readonly run: ScenarioRun }) {
  const { scenario, outcome, durationMilliseconds, findings, steps } = run;
  return (
    <>
      <p role="status">
        <Outcome outcome={outcome} /> {steps.length} {steps.length === 1 ? 'step' : 'steps'} in{' '}
        {Math.round(durationMilliseconds)} ms
      </p>
      <FindingList findings={findings} />
      <ol class="run-steps">
        {steps.map((step, index) => (
          <StepResult key={`${index} ${step.id}`} step={step} isCalled={step.workflow !== scenario} />
        ))}
      </ol>
    </>
  );
}
