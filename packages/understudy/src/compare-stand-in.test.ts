import { compareRuns, proposeOverlay, type TargetComparison } from '@understudy/conformance';
import {
  changeErrorResult,
  changeResponseAt,
  changeResponseBody,
  changeSuccessStatus,
  combineChanges,
  removedMarker,
  toJsonObject,
} from '@understudy/kernel/deviations';
import { beforeAll, describe, expect, it } from 'vitest';
import { applyOverlays, readOverlays } from './overlays.js';
import { loadRunResult } from './read-run.js';
import type { StartOptions } from './start-options.js';
import type { RunningSimulators } from './start-simulators.js';
import { changeApi } from './testing/change-api.js';
import { stageConfig } from './testing/stage.js';
import { useResources } from './testing/use-resources.js';
import { loadWorkspace } from './workspace.js';

const { start, fileWith } = useResources();

/** Claims whose workflows cover every injected difference. */
const claims = [
  'analysis.error.codes-get-dataset',
  'analysis.auth.bearer-everywhere',
  'analysis.trainer.operation',
  'analysis.data.list',
  'inventory.result-item.schema',
  'inventory.forecast-point.schema',
  'inventory.classification.operation',
];
const allowEffects = ['read', 'create', 'mutate', 'destroy'] as const;

let config: string;
let comparison: TargetComparison;

/** Starts a server with a real clock and injected differences. */
async function startStandIn(): Promise<RunningSimulators> {
  const change = combineChanges(
    changeErrorResult('getDatasetSummary', (refusal) => ({ ...refusal, status: 404 })),
    changeSuccessStatus('startTrainer', 200),
    changeResponseAt('getPredictionResults', 'results/*/supplierId', () => removedMarker),
    changeResponseAt('getPredictionResults', 'results/*/forecast/*/model', () => 'theta'),
    changeResponseBody('checkHealth', (body) => ({ ...toJsonObject(body), region: 'north' })),
  );
  const actions = [{ target: '$.components.schemas.Health.properties', update: { region: { type: 'string' } } }];
  const overlays = { inventory: { overlay: '1.0.0', info: { title: 'stand-in', version: '1' }, actions } };
  const options: StartOptions = { apis: ['inventory'], port: 0, clock: 'real', overlays };
  const simulators = await start({ ...options, change: changeApi('inventory', change) }, 'any');
  const faults = [
    { match: { api: 'inventory', operationId: 'startInventoryClassification' }, effect: { status: 403 } },
    // The client waits and retries, so there is nothing to report.
    { match: { api: 'inventory', operationId: 'listDatasets' }, effect: { status: 429 }, times: 1 },
    { match: { api: 'inventory', operationId: 'getJobStatus' }, effect: { delay: { fixed: 'PT0.02S' } } },
  ];
  await simulators.control.faults.set(faults);
  return simulators;
}

beforeAll(async () => {
  const { url } = await startStandIn();
  const stageTarget = stageConfig(url, {
    apis: { inventory: { baseUrl: url }, identity: { baseUrl: url } },
    allowedEffects: allowEffects,
    tenants: ['compare-{runId}-{workflow}', 'compare-{runId}-{workflow}-2'],
    inputs: { scope: 'understudy-stage:io' },
    concurrency: 4,
  });
  config = await fileWith('understudy.config.yaml', stageTarget);
  const workspace = await loadWorkspace();
  const choice = { workspace, apis: ['inventory'], claims, unmask: true, config, allowEffects };
  const simulator = await loadRunResult('in-process', choice);
  const stage = await loadRunResult('stage', choice);
  const { contracts, ledger } = workspace;
  comparison = compareRuns({ simulator, stage, contracts, ledger });
}, 90_000);

describe('a comparison with a deviating stage', () => {
  it('reports every planted difference, and no others', () => {
    const found = comparison.differences.map(
      ({ operationId, blame, claims: [claim], gaps: [gap], actual, simulator, stage }) =>
        `${operationId} ${JSON.stringify(actual)}: ${blame}; ${claim ?? '-'}; ${gap ?? '-'}; ${simulator}/${stage}`,
    );
    expect(found.sort()).toEqual([
      'checkHealth "north": assumption; analysis.auth.bearer-everywhere; payroll.gap.health-path; holds/departs',
      'getDatasetSummary 404: stage; analysis.error.codes-get-dataset; -; holds/departs',
      'getPredictionResults "theta": stage; inventory.forecast-point.schema; -; holds/departs',
      'getPredictionResults undefined: stage; inventory.result-item.schema; -; holds/departs',
      'startInventoryClassification 403: environment; -; -; holds/undecided',
      'startTrainer 200: stage; analysis.trainer.operation; -; holds/departs',
    ]);
  });

  it('proposes an Overlay action for each difference that a description can express', () => {
    const actions = comparison.differences.flatMap(({ operationId, overlay }) =>
      overlay === undefined ? [] : [[operationId, overlay.target]],
    );
    expect(Object.fromEntries(actions)).toEqual({
      checkHealth: '$.components.schemas.Health',
      getDatasetSummary: "$.paths['/io/data/{datasetId}'].get.responses",
      getPredictionResults: expect.stringMatching(
        /^\$\.components\.schemas\.(InventoryPredictionResult\.required\[\?@=='supplierId'\]|ForecastPoint)$/,
      ),
      startTrainer: "$.paths['/io/start_trainer'].post.responses",
    });
  });

  it('reports gaps as confirmed, contradicted or not exercised', () => {
    const verdictOf = (id: string) => comparison.gaps.find((gap) => gap.id === id)?.verdict;
    expect(verdictOf('payroll.gap.health-path')).toBe('contradicted');
    expect(verdictOf('analysis.gap.subscription-creation')).toBe('not-exercised');
    expect(comparison.totals.gaps).toMatchObject({ contradicted: 1 });
    expect(comparison.totals.gaps.confirmed).toBeGreaterThan(0);
  });
});

it('an Overlay proposed from a comparison removes the differences that it covers', async () => {
  const text = proposeOverlay(comparison);
  expect(text).toContain('payroll.gap.health-path assumes:');
  expect(text.indexOf('payroll.gap.health-path')).toBeLessThan(text.indexOf('Against what is stated'));
  const workspace = await loadWorkspace();
  const file = await fileWith('corrections.yaml', text);
  const overlays = await readOverlays([file], workspace.contracts.keys());
  const corrected = { ...workspace, contracts: applyOverlays(workspace.contracts, overlays) };
  const choice = { workspace: corrected, apis: ['inventory'], claims: [claims[1] ?? ''], allowEffects };
  // An Overlay does not change a status that scenarios expect.
  const { causes } = await loadRunResult('stage', { ...choice, config });
  expect(causes.map(({ kind, actual }) => [kind, actual])).not.toContainEqual(['contract', expect.anything()]);
  const before = await loadRunResult('stage', { ...choice, workspace, config });
  expect(before.causes.map(({ kind, actual }) => [kind, actual])).toContainEqual(['contract', 200]);
  // A server that serves the corrected descriptions.
  expect((await loadRunResult('in-process', { ...choice, overlays })).totals.failed).toBe(0);
});

it('comparing a run with itself finds no differences', async () => {
  const workspace = await loadWorkspace();
  const run = await loadRunResult('in-process', { workspace, apis: ['inventory'], claims: ['analysis.data.list'] });
  const { contracts, ledger } = workspace;
  const { differences, totals } = compareRuns({ simulator: run, stage: run, contracts, ledger });
  expect([differences, totals.agree]).toEqual([[], totals.inBoth]);
  expect(totals.agree).toBeGreaterThan(5);
});
