import { useState } from 'preact/hooks';
import { call } from '../../api/call';
import type { ApiEvidence, DescribedApi } from '../../api/types';
import { useLoad } from '../../api/use-load';
import { Empty, Failed, Loading } from '../../parts/empty';
import { Choice, Text } from '../../parts/form';
import { Heading } from '../../parts/heading';
import { goTo, linkTo, place } from '../../route';
import { OneOperation } from './one-operation';
import { OneScenario } from './one-scenario';

/** Every operation with its claims, gaps and scenarios. */
export function Apis() {
  const { value: list, error } = useLoad('apis', () => call<{ apis: DescribedApi[] }>('GET apis'), true);
  const [text, setText] = useState('');
  const apis = list?.apis ?? [];
  const [api = apis[0]?.name, operationId, scenarioId] = place.value.parts;
  const described = apis.find(({ name }) => name === api);
  const { value: evidence, error: missing } = useLoad(
    api,
    (name) => call<ApiEvidence>(`GET apis/${name}/evidence`),
    true,
  );
  const chosen = evidence?.operations.find((operation) => operation.operationId === operationId);
  const scenario = evidence?.scenarios.find(({ id }) => id === scenarioId);
  const wanted = text.toLowerCase();
  const shown = (evidence?.operations ?? []).filter(({ operationId: id, path, summary }) =>
    `${id} ${path} ${summary}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      <Heading title="APIs & tests" about="Documented claims, open gaps, and the scenarios that test them.">
        {described === undefined ? null : (
          <a class="button" href={described.page}>
            Read and try it
          </a>
        )}
      </Heading>
      <Failed error={error} />
      <div class={chosen === undefined ? 'pair' : 'pair chosen'}>
        <section class="panel pair-list" aria-label="Operations">
          <Choice
            label="API"
            value={api ?? ''}
            onChange={(name) => goTo(linkTo(`apis/${name}`))}
            options={apis.map(({ name }) => name)}
          />
          <Text
            type="search"
            label="Search operations"
            placeholder="Search operations"
            value={text}
            onChange={setText}
          />
          {evidence === undefined ? <Loading error={missing} /> : null}
          <ul class="links">
            {shown.map(({ operationId: id, method, path }) => (
              <li key={id}>
                <a href={linkTo(`apis/${api}/${id}`)} aria-current={id === operationId ? 'true' : undefined}>
                  <strong>{id}</strong>
                  <span>
                    {method} {path}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
        {evidence === undefined || chosen === undefined || api === undefined ? (
          <section class="panel pair-detail" aria-label="Operation">
            <Empty title="Choose an operation">
              {evidence === undefined
                ? undefined
                : `${evidence.claims.length} claims, ${evidence.gaps.length} gaps and ${evidence.scenarios.length} scenarios belong to this API.`}
            </Empty>
          </section>
        ) : scenario !== undefined ? (
          <OneScenario key={scenario.id} api={api} operationId={chosen.operationId} scenario={scenario} />
        ) : (
          <OneOperation key={chosen.operationId} api={api} operation={chosen} evidence={evidence} />
        )}
      </div>
    </>
  );
}
