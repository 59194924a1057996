import { useState } from 'preact/hooks';
import { isReadOnly } from '../../api/server-info.js';
import type { ApiBehavior, DescribedApi } from '../../api/types.js';
import { useControl, useLoad } from '../../api/use-load.js';
import { AreaHeading } from '../../parts/area-heading.js';
import { ActionButton, Download } from '../../parts/buttons.js';
import { EmptyState, LoadError, LoadingState } from '../../parts/load-states.js';
import { Panel } from '../../parts/panel.js';
import { AreaField, SelectInput } from '../../parts/server-action-form.js';
import { useSettled } from '../../parts/use-settled.js';
import { currentRoute, linkTo, navigateTo } from '../../route.js';
import { BehaviorModelEditor } from './behavior-model.js';
import { LearnedStatements } from './learned-statements.js';
import { addAction, formatOverlay, removeReview, setOverlay } from './overlay-draft.js';

/** Milliseconds without a key before a draft is checked. */
const pause = 400;

/** What APIs do by inference or by a recording, why, and the overlay that corrects it. */
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
  const [edited, setEdited] = useState<string>();
  const current = formatOverlay(served?.overlay);
  const draft = edited ?? current;
  const settled = useSettled(draft, pause);
  const isChanged = served !== undefined && settled !== current;
  const preview = useLoad(isChanged ? settled : undefined, (text) => setOverlay(api, text, true), true);
  if (served === undefined) return <LoadingState error={error} />;
  const shown = preview.value ?? served;
  const before = new Map(served.operations.map((each) => [each.operationId, JSON.stringify(each)]));
  const isDifferent = (each: ApiBehavior['operations'][number]) =>
    before.get(each.operationId) !== JSON.stringify(each);
  const apply = (text: string) => async () => {
    await setOverlay(api, text, false);
    await reload();
    setEdited(undefined);
    return 'Applied until the server stops. Save the overlay to keep it.';
  };
  const review = (target: string, decision: 'accepted' | 'refused' | undefined) =>
    apply(
      decision === undefined ? removeReview(draft, target) : addAction(draft, { target, update: { review: decision } }),
    )();
  return (
    <>
      {shown.findings.length === 0 ? null : (
        <Panel title="Findings of the traffic" label="Findings">
          <ul class="findings">
            {shown.findings.map(({ operationId, message, count }) => (
              <li key={`${operationId} ${message}`}>
                <strong>{count} ×</strong> {message}{' '}
                <a href={linkTo('traffic', { api, operation: operationId })}>Show the traffic of {operationId}</a>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {shown.statements.length === 0 ? null : <LearnedStatements statements={shown.statements} review={review} />}
      <BehaviorModelEditor api={api} operations={shown.operations} unread={shown.unread} />
      {isReadOnly() ? null : (
        <section class="panel" id="overlay" aria-label="Overlay">
          <h2>Overlay</h2>
          <AreaField
            label="OpenAPI Overlay (JSON)"
            hint="Its effect is shown above while you type. Applying it keeps the stored data."
            error={isChanged ? preview.error : undefined}
            rows={Math.min(24, Math.max(8, draft.split('\n').length))}
            value={draft}
            maxLength={1_000_000}
            onChange={setEdited}
          />
          <div class="buttons">
            <ActionButton kind="primary" disabled={draft === current} run={apply(draft)}>
              Apply
            </ActionButton>
            <button type="button" disabled={draft === current} onClick={() => setEdited(undefined)}>
              Discard changes
            </button>
            <Download name={`${api}.overlay.json`} text={async () => draft}>
              Save as file
            </Download>
            <span role="status" class="muted">
              {isChanged && preview.value !== undefined
                ? `Operations that would change: ${shown.operations.filter(isDifferent).length}.`
                : ''}
            </span>
          </div>
        </section>
      )}
    </>
  );
}
