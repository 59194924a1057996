// Runs scenario files with `redocly respect` against a started server, which proves that no scenario depends on our
// own interpretation of Arazzo.
import { writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { GateFailed, inParallel, runNode, startServer, temporaryFolder } from '../gate.ts';
import { root } from '../steps.mjs';
import { prove } from '../testing/prove.ts';
import { describedApis } from './testing/described-apis.ts';
import { readScenarios, type Scenario, workflowsOf } from './testing/second-runner/read-scenarios.ts';
import { withoutRefusals } from './testing/second-runner/refusals.ts';
import { type RespectReport, readReport } from './testing/second-runner/respect-report.ts';
import { selectCoveringSet } from './testing/second-runner/select-covering-set.ts';

const redocly = join(root, 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');

/** Files that one process runs, one after the other: starting Redocly costs as much as running a file. */
const filesAtOnce = 32;

/** Steps per process, unless a single file has more. */
const stepsAtOnce = 700;

/**
 * Sign-in is left out: Redocly follows redirects, and the workflows of a batch share the keys, users and sessions of a
 * sandbox.
 */
const signIn = /\$sourceDescriptions\.identity\.(?!requestToken\b)\w/;

/** Processes at a time: more than there are cores, because retries wait in real time. */
const width = 6;

/** A scenario with its own small description: Redocly would parse that of the control plane again for every file. */
const resetting = createScenario('reset', ['control', 'reset.json'], {
  stepId: 'reset',
  operationId: 'reset',
  parameters: [{ name: 'X-Understudy', in: 'header', value: 'second-runner' }],
  successCriteria: [{ condition: '$statusCode == 200' }],
});

const sandbox = { description: 'The sandbox', content: { 'application/json': { schema: {} } } };
const resetDescription = {
  openapi: '3.1.0',
  info: { title: 'Reset', version: '1' },
  servers: [{ url: 'http://127.0.0.1' }],
  paths: { '/_sim/reset': { post: { operationId: 'reset', responses: { '200': sandbox } } } },
};

prove(
  'passes workflows with every operation and format feature in redocly respect',
  { seconds: 480, quick: true },
  () => runWithRedocly({ whole: false }),
);

prove('passes every scenario in redocly respect', { seconds: 480 }, () => runWithRedocly({ whole: true }));

async function runWithRedocly({ whole }: { readonly whole: boolean }): Promise<string> {
  const present = (await readScenarios()).filter(({ document }) => !signIn.test(JSON.stringify(document)));
  // Reading a file takes as long as fifty of its steps, so the number of files matters as much as that of steps.
  const chosen = whole ? present : selectCoveringSet(selectCoveringSet(present).flatMap(workflowsOf));
  const { url, complaints } = await startServer('--clock', 'real', '--seed', 'empty');
  const changing = new Set(present.filter(changesSandbox).map(({ file }) => file));
  // Sources have the names of the descriptions in every scenario.
  const sources = await describedApis();
  const folder = temporaryFolder('respect');
  writeFileSync(join(folder, 'reset.json'), JSON.stringify(resetDescription));
  const toRun = new Map(present.map((scenario) => [scenario.file, withoutRefusals(scenario, folder)]));

  /** Every batch has its own sandbox. Its files run one after another, batches run concurrently. */
  async function respect(batch: readonly string[], name: string, workflows: readonly string[] = []) {
    const servers = sources.flatMap((source) => ['--server', `${source}=${url}/~respect-${name}`]);
    const output = join(folder, `${name}.json`);
    const files = withResets(batch, changing, folder).map((file) => toRun.get(file) ?? file);
    const only = workflows.length === 0 ? [] : [...workflows, 'reset'].flatMap((id) => ['--workflow', id]);
    const { said } = await runNode([redocly, 'respect', ...files, ...servers, ...only, '--json-output', output]);
    const report: RespectReport = await readFile(output, 'utf8').then(JSON.parse, () => {
      throw new GateFailed(`redocly respect ${batch.join(' ')} wrote no report:\n${said}`);
    });
    const failures = files
      .filter((file) => !batch.some((each) => (toRun.get(each) ?? each) === file))
      .flatMap((file) => readReport(report, file, ['reset']).failures);
    if (failures.length > 0) throw new GateFailed(failures.join('\n'));
    return report;
  }

  const vigilance = proveVigilance(folder, respect);
  const counts = await inParallel(batchesOf(byFile(chosen)), width, async (batch, index) => {
    const files = batch.map(({ file }) => file);
    const report = await respect(files, String(index), whole ? [] : batch.flatMap(({ workflowIds }) => workflowIds));
    return batch.map(({ file, workflowIds }) => readReport(report, toRun.get(file) ?? file, workflowIds));
  });
  await vigilance;
  const failures = counts.flat().flatMap((count) => count.failures);
  if (failures.length > 0) throw new GateFailed(failures.join('\n'));
  if (complaints() !== '') throw new GateFailed(complaints());
  const steps = counts.flat().reduce((sum, count) => sum + count.steps, 0);
  const features = new Set(chosen.flatMap((one) => [...one.features])).size;
  const files = `${byFile(chosen).length} of ${present.length} files`;
  return `${whole ? files : `${chosen.length} workflows in ${files}`}, ${steps} steps with ${features} features pass with redocly respect`;
}

/** Returns an Arazzo document with one step. */
function createScenario(workflowId: string, [name, url]: readonly [string, string], step: object): object {
  const sourceDescriptions = [{ name, url, type: 'openapi' }];
  const info = { title: workflowId, version: '1' };
  return { arazzo: '1.0.1', info, sourceDescriptions, workflows: [{ workflowId, steps: [step] }] };
}

/**
 * Returns whether a scenario changes its whole sandbox. Redocly skips the steps that restore it. With a manual clock,
 * each job of the next files would be polled for a minute.
 */
function changesSandbox({ file, document }: Scenario): boolean {
  const changes = /\$sourceDescriptions\.control\.(?:setClock|changeSettings)\b/;
  return dirname(file) === 'scenarios/control' || changes.test(JSON.stringify(document));
}

/** Resets the sandbox before and after the scenarios that change it. */
function withResets(batch: readonly string[], changing: ReadonlySet<string>, folder: string): string[] {
  return batch.flatMap((file) => {
    if (!changing.has(file)) return [file];
    const name = file.replaceAll('/', '-');
    const [before, after] = [join(folder, `before-${name}`), join(folder, `after-${name}`)];
    for (const each of [before, after]) writeFileSync(each, JSON.stringify(resetting));
    return [before, file, after];
  });
}

/** Checks that the runner reports failures: a scenario that expects the wrong status must fail at that step. */
async function proveVigilance(
  folder: string,
  respect: (batch: readonly string[], name: string) => Promise<RespectReport>,
): Promise<void> {
  const step = { stepId: 'wrong', operationId: 'checkHealth', successCriteria: [{ condition: '$statusCode == 418' }] };
  const planted = createScenario('planted', ['inventory', join(root, 'specs/inventory/openapi.yaml')], step);
  const file = join(folder, 'planted.arazzo.yaml');
  await writeFile(file, JSON.stringify(planted));
  const report = await respect([file], 'planted');
  const [ran] = Object.values(report.files ?? {}).flatMap(({ executedWorkflows = [] }) => executedWorkflows);
  const noticed = ran?.executedSteps.some(({ checks = [] }) => checks.some(({ status }) => status !== 'success'));
  if (noticed !== true) throw new GateFailed('redocly respect does not notice a response with the wrong status.');
}

/** Merges the selected workflows of each file. */
function byFile(chosen: readonly Scenario[]): Scenario[] {
  const files = new Map<string, Scenario>();
  for (const one of chosen) {
    const { workflowIds, weight } = files.get(one.file) ?? { workflowIds: [], weight: 0 };
    const merged = { workflowIds: [...workflowIds, ...one.workflowIds], weight: weight + one.weight };
    files.set(one.file, { ...one, ...merged });
  }
  return [...files.values()];
}

/** Groups scenarios up to the limit of one process. The longest come first. */
function batchesOf(scenarios: readonly Scenario[]): Scenario[][] {
  const batches: { weight: number; scenarios: Scenario[] }[] = [];
  for (const scenario of [...scenarios].sort((one, other) => (one.file < other.file ? -1 : 1))) {
    const last = batches.at(-1);
    if (last !== undefined && last.scenarios.length < filesAtOnce && last.weight + scenario.weight <= stepsAtOnce) {
      last.scenarios.push(scenario);
      last.weight += scenario.weight;
    } else batches.push({ weight: scenario.weight, scenarios: [scenario] });
  }
  return batches.sort((one, other) => other.weight - one.weight).map((batch) => batch.scenarios);
}
