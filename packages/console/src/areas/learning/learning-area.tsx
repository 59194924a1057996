import type { ApiBehavior, DescribedApi } from '../../api/types.js';
import { useControl } from '../../api/use-load.js';
import { EmptyState, LoadError, LoadingState } from '../../parts/load-states.js';
import { AreaHeading, Panel } from '../../parts/panel.js';
import { SelectInput } from '../../parts/server-action-form.js';
import { currentRoute, linkTo, navigateTo } from '../../route.js';
import { BehaviorModelEditor } from './behavior-model.js';

/** The inferred and learned behavior of APIs, its reasons, and an editor for corrections. */
export function LearningArea() {
  const { value: list, error } = useControl<{ apis: DescribedApi[] }>('apis', true);
  const apis = (list?.apis ?? []).filter(({ explained }) => explained === true);
  const [api = apis[0]?.name] = currentRoute.value.parts;
  return (
    <>
      <AreaHeading
        title="Learning"
        about="What was inferred from a description or learned from traffic, why, and how to correct it."
      />
      <LoadError error={error} />
      {list !== undefined && apis.length === 0 ? (
        <section class="panel">
          <EmptyState title="No inferred API">
            Start the server with an OpenAPI description, or with the result of{' '}
            <code>understudy learn traffic.har</code>.
          </EmptyState>
        </section>
      ) : null}
      {apis.length < 2 ? null : (
        <SelectInput
          label="API"
          value={api ?? ''}
          onChange={(name) => navigateTo(linkTo(`learning/${name}`))}
          options={apis.map(({ name }) => name)}
        />
      )}
      {api === undefined ? null : <Behavior key={api} api={api} />}
    </>
  );
}

function Behavior({ api }: { readonly api: string }) {
  const { value: served, error, reload } = useControl<ApiBehavior>(`apis/${api}/behavior`, true);
  if (served === undefined) return <LoadingState error={error} />;
  return (
    <>
      {served.findings.length === 0 ? null : (
        <Panel title="Findings of the traffic" label="Findings">
          <ul class="findings">
            {served.findings.map(({ operationId, message, count }) => (
              <li key={`${operationId} ${message}`}>
                <strong>{count} ×</strong> {message}{' '}
                <a href={linkTo('traffic', { api, operation: operationId })}>Show the traffic of {operationId}</a>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <BehaviorModelEditor api={api} behavior={served} reloadBehavior={reload} />
    </>
  );
}
