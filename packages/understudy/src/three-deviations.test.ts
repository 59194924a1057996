import {
  checkBaseline,
  compareRuns,
  formatBaseline,
  isClean,
  type ReportKind,
  type RunResult,
  readBaseline,
  renderReport,
  updateBaseline,
} from '@understudy/conformance';
import { changeErrorResult, changeResponseAt, combineChanges, removedMarker } from '@understudy/kernel/deviations';
import { beforeAll, expect, it } from 'vitest';
import { loadRunResult } from './read-run.js';
import { runDeviating } from './testing/run-deviating.js';
import { useResources } from './testing/use-resources.js';
import type { ScenarioWorkspace } from './workspace.js';

const { fileWith } = useResources();

/** Claims whose workflows encounter each deviation several times. */
const claims = [
  'analysis.error.codes-get-dataset',
  'analysis.data.summary',
  'inventory.result-item.schema',
  'inventory.forecast-point.schema',
  'inventory.classification.operation',
  'inventory.classification.result-values',
  'analysis.error.codes-start-classification',
  'analysis.job.starters',
];
const change = combineChanges(
  changeErrorResult('getDatasetSummary', (refusal) => ({ ...refusal, status: 404 })),
  changeResponseAt('startInventoryClassification', 'jobId', () => removedMarker),
  changeResponseAt('getPredictionResults', 'results/*/supplierId', () => removedMarker),
);
let lines: readonly string[];
let workspace: ScenarioWorkspace;
let result: RunResult;

beforeAll(async () => {
  ({ lines, workspace, result } = await runDeviating({ api: 'inventory', claims, change }));
}, 120_000);

const reportOf = (kind: ReportKind): string =>
  renderReport(kind, { ...workspace, result, root: process.cwd() })[0]?.text ?? '';

it('three deviations are reported as three causes in at most 40 lines', () => {
  expect(result.causes.map(({ operationId }) => operationId).sort()).toEqual([
    'getDatasetSummary',
    'getPredictionResults',
    'startInventoryClassification',
  ]);
  expect(result.totals.failed).toBeGreaterThan(6);
  expect(result.totals.consequences).toBeGreaterThan(0);
  expect(lines.length).toBeLessThanOrEqual(40);
  expect(lines.at(-1)).toBe('3 causes; exit code 1');
});

it('each cause refers to a line of the description', () => {
  for (const { place } of result.causes) {
    expect(place).toEqual({ file: expect.stringMatching(/specs.(inventory|analysis)/), line: expect.any(Number) });
  }
});

it('SARIF contains three results, and GitHub output three annotations', () => {
  expect(JSON.parse(reportOf('sarif')).runs[0].results).toHaveLength(3);
  expect(reportOf('github').match(/^::error file=/gm)).toHaveLength(3);
});

it('counts only operations of the selected API', () => {
  expect(result.wire?.operations).toHaveLength(workspace.contracts.get('inventory')?.operations.size ?? 0);
});

it('the HTML report of 1,000 failed workflows is smaller than 2 MB', { tags: 'slow' }, () => {
  const failed = result.workflows
    .filter(({ outcome }) => outcome === 'failed')
    .map((workflow) => JSON.stringify(workflow));
  const workflows = Array.from({ length: 1000 }, (_, index): RunResult['workflows'][number] =>
    JSON.parse(
      failed[index % failed.length]?.replaceAll('/~', `/~${index}-`).replaceAll('job-', `job-${index}-`) ?? '',
    ),
  );
  const page = renderReport('html', { ...workspace, result: { ...result, workflows }, root: process.cwd() })[0]?.text;
  expect(page?.length).toBeGreaterThan(100_000);
  expect(page?.length).toBeLessThan(2_000_000);
});

it('three baseline entries accept these deviations and nothing else', async () => {
  const when = { today: '2026-01-15', root: process.cwd() };
  const acceptance = { owner: 'ann', expires: '2026-03-01' };
  const { baseline } = updateBaseline({ version: 2, findings: [] }, result, acceptance, when);
  expect(baseline.findings).toHaveLength(3);
  const file = await fileWith('baseline.yaml', formatBaseline(baseline));
  const read = (await readBaseline(file)).baseline;
  expect(isClean(checkBaseline(read, result, when.today))).toBe(true);
  const two = { ...read, findings: read.findings.slice(1) };
  expect(checkBaseline(two, result, when.today).unlisted).toHaveLength(1);
});

it('a comparison that uses the JSON report finds the same three differences', async () => {
  const again = await loadRunResult(await fileWith('run.json', reportOf('json')), { workspace });
  expect(again.causes).toEqual(result.causes);
  const { differences } = compareRuns({ ...workspace, simulator: again, stage: again });
  expect(differences.map(({ id }) => id).sort()).toEqual(result.causes.map(({ fingerprint }) => fingerprint).sort());
});
