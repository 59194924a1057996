import { useState } from 'preact/hooks';
import { callControl } from '../../api/call-control';
import type { ApiEvidence, DescribedApi } from '../../api/types';
import { useLoad } from '../../api/use-load';
import { AreaHeading } from '../../parts/area-heading.js';
import { LoadError, LoadingState } from '../../parts/load-states.js';
import { SelectInput, TextInput } from '../../parts/server-action-form.js';
import { StatusTag } from '../../parts/status-tag.js';
import { currentRoute, linkTo, navigateTo } from '../../route';
import { RequestForm } from '../traffic/request-form.js';
import { CoverageMap } from './coverage-map.js';
import { OperationDetails } from './operation-details.js';
import { loadOperationDraft } from './operation-draft.js';
import { findRun, RunScenarios } from './run-scenarios.js';
import { ScenarioDetails } from './scenario-details.js';

/** Every operation with its claims, gaps and scenarios. */
export function ApisArea() {
  const { value: list, error } = useLoad('apis', () => callControl<{ apis: DescribedApi[] }>('GET apis'), true);
  const [text, setText] = useState('');
  const [tag, setTag] = useState('');
  const apis = list?.apis ?? [];
  const [api = apis[0]?.name, operationId, scenarioId] = currentRoute.value.parts;
  const described = apis.find(({ name }) => name === api);
  const { value: evidence, error: missing } = useLoad(
    api,
    (name) => callControl<ApiEvidence>(`GET apis/${name}/evidence`),
    true,
  );
  const chosen = evidence?.operations.find((operation) => operation.operationId === operationId);
  const scenario = evidence?.scenarios.find(({ id }) => id === scenarioId);
  const wanted = text.toLowerCase();
  const tags = [...new Set(evidence?.operations.flatMap((each) => each.tags))];
  const shown = (evidence?.operations ?? []).filter(
    ({ operationId: id, path, summary, tags: own }) =>
      `${id} ${path} ${summary}`.toLowerCase().includes(wanted) && (own.includes(tag) || !tags.includes(tag)),
  );
  const covered = new Set(shown.flatMap(({ scenarios }) => scenarios));
  return (
    <>
      <AreaHeading title="APIs & tests" about="Documented claims, open gaps, and the scenarios that test them.">
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
      <div class={chosen === undefined ? 'pair' : 'pair chosen'}>
        <section class="panel pair-list" aria-label="Operations">
          <SelectInput
            label="API"
            value={api ?? ''}
            onChange={(name) => navigateTo(linkTo(`apis/${name}`))}
            options={apis.map(({ name }) => name)}
          />
          <TextInput
            type="search"
            label="Search operations"
            placeholder="Search operations"
            value={text}
            onChange={setText}
          />
          {tags.length < 2 ? null : (
            <SelectInput label="Tag" value={tag} onChange={setTag} options={[['', 'All tags'], ...tags]} />
          )}
          {evidence === undefined ? <LoadingState error={missing} /> : null}
          {evidence === undefined || api === undefined ? null : (
            <RunScenarios api={api} scenarios={evidence.scenarios.filter(({ id }) => covered.has(id))} />
          )}
          <ul class="links">
            {shown.map(({ operationId: id, method, path, scenarios }) => (
              <li key={id}>
                <a href={linkTo(`apis/${api}/${id}`)} aria-current={id === operationId ? 'true' : undefined}>
                  <strong>{id}</strong> <Coverage api={api} scenarios={scenarios} />
                  <span>
                    {method} {path}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
        {evidence === undefined || chosen === undefined || api === undefined ? (
          evidence === undefined || api === undefined ? null : (
            <CoverageMap api={api} operations={shown} evidence={evidence} />
          )
        ) : scenarioId === 'try' && described !== undefined ? (
          <TryOperation key={chosen.operationId} api={described} operationId={chosen.operationId} />
        ) : scenario !== undefined ? (
          <ScenarioDetails key={scenario.id} api={api} operationId={chosen.operationId} scenario={scenario} />
        ) : (
          <OperationDetails key={chosen.operationId} api={api} operation={chosen} evidence={evidence} />
        )}
      </div>
    </>
  );
}

/** Shows how many scenarios call an operation, and how many of them failed in this sandbox. */
function Coverage({
  api = '',
  scenarios,
}: {
  readonly api: string | undefined;
  readonly scenarios: readonly string[];
}) {
  const failed = scenarios.filter((id) => findRun(api, id)?.outcome === 'failed').length;
  if (failed > 0) return <StatusTag tone="bad">{`${failed} of ${scenarios.length} failed`}</StatusTag>;
  const isRun = scenarios.length > 0 && scenarios.every((id) => findRun(api, id) !== undefined);
  const tone = isRun ? 'good' : scenarios.length === 0 ? 'warn' : 'plain';
  return <StatusTag tone={tone}>{scenarios.length}</StatusTag>;
}

function TryOperation({ api, operationId }: { readonly api: DescribedApi; readonly operationId: string }) {
  const { value, error } = useLoad(operationId, (id) => loadOperationDraft(api, id), true);
  return (
    <section class="panel pair-detail" aria-label={`Try ${operationId}`}>
      <div>
        <a class="back always" href={linkTo(`apis/${api.name}/${operationId}`)}>
          ← {operationId}
        </a>
        <h2>Try {operationId}</h2>
      </div>
      {value === undefined ? <LoadingState error={error} /> : <RequestForm draft={value} />}
    </section>
  );
}
