import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { callControl } from '../../api/call-control.js';
import type { ApiEvidence, ScenarioRun } from '../../api/types.js';
import { ActionButton } from '../../parts/buttons.js';
import { StatusTag } from '../../parts/status-tag.js';

type Scenario = ApiEvidence['scenarios'][number];

const latestRuns = signal<ReadonlyMap<string, ScenarioRun>>(new Map());

export function findRun(api: string, id: string): ScenarioRun | undefined {
  return latestRuns.value.get(`${api} ${id}`);
}

/** Runs a scenario in a temporary sandbox. */
export async function runScenario(api: string, id: string): Promise<ScenarioRun> {
  const run = await callControl<ScenarioRun>(`POST apis/${api}/scenarios/${encodeURIComponent(id)}/run`, {});
  latestRuns.value = new Map(latestRuns.value).set(`${api} ${id}`, run);
  return run;
}

/** Buttons that run scenarios one after another, and the number of results. */
export function RunScenarios({ api, scenarios }: { readonly api: string; readonly scenarios: readonly Scenario[] }) {
  const [done, setDone] = useState<string>();
  const runs = scenarios.flatMap(({ id }) => findRun(api, id) ?? []);
  const failed = scenarios.filter(({ id }) => findRun(api, id)?.outcome === 'failed');
  const run = (chosen: readonly Scenario[]) => async () => {
    for (const [index, { id }] of chosen.entries()) {
      setDone(`${index + 1} of ${chosen.length}`);
      await runScenario(api, id);
    }
    setDone(undefined);
  };
  return (
    <p class="bar">
      <ActionButton disabled={scenarios.length === 0} run={run(scenarios)}>
        Run all
      </ActionButton>
      {failed.length === 0 ? null : <ActionButton run={run(failed)}>Run failed again</ActionButton>}
      <span role="status" class="muted">
        {done ?? (runs.length === 0 ? '' : `${runs.length - failed.length} passed, ${failed.length} failed`)}
      </span>
    </p>
  );
}

/** The outcome of a run, or of a step. */
export function Outcome({ outcome }: { readonly outcome: string | undefined }) {
  return outcome === undefined ? null : <StatusTag tone={outcome === 'passed' ? 'good' : 'bad'}>{outcome}</StatusTag>;
}
