import { useState } from 'preact/hooks';
import { ownFirst } from '../../api/own-first.js';
import type { ApiEvidence, DescribedApi, ScenarioRun } from '../../api/types';
import { useControl, useLoad } from '../../api/use-load';
import { ActionButton, CopyButton } from '../../parts/buttons.js';
import { LoadError, LoadingState } from '../../parts/load-states.js';
import { Detail, ListLink, Pair } from '../../parts/pair.js';
import { AreaHeading } from '../../parts/panel.js';
import { SearchInput, SelectInput, useField } from '../../parts/server-action-form.js';
import { StatusTag } from '../../parts/status-tag.js';
import { currentRoute, linkTo, navigateTo } from '../../route';
import { RequestForm } from '../traffic/request-form.js';
import { CoverageMap } from './coverage-map.js';
import { OperationDetails } from './operation-details.js';
import { loadOperationDraft } from './operation-draft.js';
import { findRun, Outcome, RunScenarios, runScenario } from './run-scenarios.js';
import { FindingList, StepResult } from './step-result';
import { Usage } from './usage.js';

/** Every operation with its claims, gaps and scenarios. */
export function ApisArea() {
  const { value: list, error } = useControl<{ apis: DescribedApi[] }>('apis', true);
  const text = useField();
  const [tag, setTag] = useState('');
  const apis = [...(list?.apis ?? [])].sort((one, other) => ownFirst(one.name, other.name));
  const [api = apis[0]?.name, operationId, scenarioId] = currentRoute.value.parts;
  const described = apis.find(({ name }) => name === api);
  const loaded = useControl<ApiEvidence>(api === undefined ? undefined : `apis/${api}/evidence`, true);
  const evidence = loaded.value;
  const wanted = text.value.toLowerCase();
  const tags = [...new Set(evidence?.operations.flatMap((each) => each.tags))];
  const shown = (evidence?.operations ?? []).filter(
    ({ operationId: id, path, summary, tags: own }) =>
      `${id} ${path} ${summary}`.toLowerCase().includes(wanted) && (own.includes(tag) || !tags.includes(tag)),
  );
  const covered = new Set(shown.flatMap(({ scenarios }) => scenarios));
  const chosen = evidence?.operations.find((operation) => operation.operationId === operationId);
  const choices = (
    <>
      <SelectInput
        label="API"
        value={api ?? ''}
        onChange={(name) => navigateTo(linkTo(`apis/${name}`))}
        options={apis.map(({ name }) => name)}
      />
      <SearchInput label="Search operations" {...text} />
      {tags.length < 2 ? null : (
        <SelectInput label="Tag" value={tag} onChange={setTag} options={[['', 'All tags'], ...tags]} />
      )}
      {evidence === undefined || api === undefined ? (
        <LoadingState error={loaded.error} />
      ) : (
        evidence.scenarios.length > 0 && (
          <RunScenarios api={api} scenarios={evidence.scenarios.filter(({ id }) => covered.has(id))} />
        )
      )}
      <ul class="links">
        {shown.map(({ operationId: id, method, path, scenarios }) => (
          <ListLink key={id} href={linkTo(`apis/${api}/${id}`)} isCurrent={id === operationId}>
            <strong>{id}</strong>{' '}
            {evidence?.scenarios.length === 0 ? null : <Coverage api={api} scenarios={scenarios} />}
            <span>
              {method} {path}
            </span>
          </ListLink>
        ))}
      </ul>
    </>
  );
  const details = () => {
    if (api === undefined) return null;
    if (evidence === undefined || chosen === undefined)
      return (
        <div>
          <Usage api={api} text={wanted} />
          {evidence === undefined || evidence.claims.length + evidence.scenarios.length === 0 ? null : (
            <CoverageMap api={api} operations={shown} evidence={evidence} />
          )}
        </div>
      );
    if (scenarioId === 'try' && described !== undefined)
      return <TryOperation key={operationId} api={described} operationId={chosen.operationId} />;
    const scenario = evidence.scenarios.find(({ id }) => id === scenarioId);
    return scenario === undefined ? (
      <OperationDetails key={operationId} api={api} operation={chosen} evidence={evidence} />
    ) : (
      <ScenarioDetails key={scenario.id} api={api} operationId={chosen.operationId} scenario={scenario} />
    );
  };
  return (
    <>
      <AreaHeading title="APIs & tests" about="How each operation was called, and the scenarios that test it.">
        {described?.explained === true ? (
          <a class="button" href={linkTo(`learning/${api}`)}>
            Inferred behavior
          </a>
        ) : null}
        {described === undefined ? null : (
          <a class="button" href={described.page}>
            Reference
          </a>
        )}
      </AreaHeading>
      <LoadError error={error} />
      <Pair label="Operations" isChosen={chosen !== undefined} list={choices}>
        {details()}
      </Pair>
    </>
  );
}

/** Shows how many scenarios call an operation, and how many of them failed in this sandbox. */
function Coverage({
  api = '',
  scenarios,
}: {
  readonly api?: string | undefined;
  readonly scenarios: readonly string[];
}) {
  const failed = scenarios.filter((id) => findRun(api, id)?.outcome === 'failed').length;
  if (failed > 0) return <StatusTag tone="bad">{`${failed} of ${scenarios.length} failed`}</StatusTag>;
  const isRun = scenarios.length > 0 && scenarios.every((id) => findRun(api, id) !== undefined);
  const tone = isRun ? 'good' : scenarios.length === 0 ? 'warn' : 'plain';
  return <StatusTag tone={tone}>{scenarios.length === 1 ? '1 scenario' : `${scenarios.length} scenarios`}</StatusTag>;
}

function TryOperation({ api, operationId }: { readonly api: DescribedApi; readonly operationId: string }) {
  const { value, error } = useLoad(operationId, (id) => loadOperationDraft(api, id), true);
  return (
    <Detail label={`Try ${operationId}`} back={[linkTo(`apis/${api.name}/${operationId}`), operationId]} hasBack>
      {value === undefined ? <LoadingState error={error} /> : <RequestForm draft={value} />}
    </Detail>
  );
}

interface OneScenarioProps {
  readonly api: string;
  /** Address of the operation. */
  readonly operationId: string;
  readonly scenario: ApiEvidence['scenarios'][number];
}

/** A scenario: its claims, its steps, and their results after a run. */
function ScenarioDetails({ api, operationId, scenario }: OneScenarioProps) {
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
