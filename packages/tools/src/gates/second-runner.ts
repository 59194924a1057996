// Second runner: `redocly respect` passes on scenario files against a started server, so that no scenario leans on a reading
// of Arazzo that is ours alone.
//   tsx scripts/gates/second-runner.ts           workflows with every operation and every feature of the format that any has
//   tsx scripts/gates/second-runner.ts --all     every file
//   tsx scripts/gates/second-runner.ts presign   the files named so
import { writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { GateFailed, gate, inParallel, runNode, startServer, temporaryFolder } from '../gate.ts';
import { root } from '../steps.mjs';
import { describedApis } from './described-apis.ts';
import { readScenarios, type Scenario, workflowsOf } from './second-runner/read-scenarios.ts';
import { type RespectReport, readReport } from './second-runner/respect-report.ts';
import { sampleOf } from './second-runner/sample-of.ts';

const redocly = join(root, 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');

/** Files that one process runs, one after the other: starting Redocly costs as much as running a file. */
const filesAtOnce = 32;

/** Steps that one process runs, unless a single file has more of them. */
const stepsAtOnce = 700;

/** Processes at a time: more than there are cores, because retries wait in real time. */
const width = 6;

/** A scenario with a description of its own: Redocly would read the one of the control plane again for every file. */
const resetting = {
  arazzo: '1.0.1',
  info: { title: 'Reset', version: '1' },
  sourceDescriptions: [{ name: 'control', url: 'reset.json', type: 'openapi' }],
  workflows: [
    {
      workflowId: 'reset',
      steps: [
        {
          stepId: 'reset',
          operationId: 'reset',
          parameters: [{ name: 'X-Understudy', in: 'header', value: 'second-runner' }],
          successCriteria: [{ condition: '$statusCode == 200' }],
        },
      ],
    },
  ],
};

/** What it says of the operation. */
const resetDescription = {
  openapi: '3.1.0',
  info: { title: 'Reset', version: '1' },
  servers: [{ url: 'http://127.0.0.1' }],
  paths: {
    '/_sim/reset': {
      post: {
        operationId: 'reset',
        responses: { '200': { description: 'The sandbox', content: { 'application/json': { schema: {} } } } },
      },
    },
  },
};

const { values: options, positionals: parts } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false } },
});

await gate('second runner', 480, async () => {
  const present = await readScenarios();
  const named = present.filter(({ file }) => parts.every((part) => file.includes(part)));
  if (named.length === 0) throw new GateFailed('No scenario file has that name.');
  const whole = options.all || parts.length > 0;
  // To read a file takes as long as fifty steps of it, so that few files are more than few steps.
  const chosen = whole ? named : sampleOf(sampleOf(named).flatMap(workflowsOf));
  const { url, complaints } = await startServer('--clock', 'real', '--seed', 'empty');
  // Sources have the names of the descriptions in every scenario.
  const sources = await describedApis();
  const folder = temporaryFolder('respect');
  writeFileSync(join(folder, 'reset.json'), JSON.stringify(resetDescription));

  /** Every batch has a sandbox of its own: its files run one after the other, beside those of other batches. */
  async function respect(
    batch: readonly string[],
    name: string,
    workflows: readonly string[] = [],
  ): Promise<RespectReport> {
    const servers = sources.flatMap((source) => ['--server', `${source}=${url}/~respect-${name}`]);
    const output = join(folder, `${name}.json`);
    const files = withResets(batch, folder);
    const only = workflows.length === 0 ? [] : [...workflows, 'reset'].flatMap((id) => ['--workflow', id]);
    const { said } = await runNode([redocly, 'respect', ...files, ...servers, ...only, '--json-output', output]);
    const report: RespectReport = await readFile(output, 'utf8').then(JSON.parse, () => {
      throw new GateFailed(`redocly respect ${batch.join(' ')} wrote no report:\n${said}`);
    });
    const failures = files
      .filter((file) => !batch.includes(file))
      .flatMap((file) => readReport(report, file, ['reset']).failures);
    if (failures.length > 0) throw new GateFailed(failures.join('\n'));
    return report;
  }

  const vigilance = proveVigilance(folder, respect);
  const counts = await inParallel(batchesOf(byFile(chosen)), width, async (batch, index) => {
    const files = batch.map(({ file }) => file);
    const report = await respect(files, String(index), whole ? [] : batch.flatMap(({ workflowIds }) => workflowIds));
    return batch.map(({ file, workflowIds }) => readReport(report, file, workflowIds));
  });
  await vigilance;
  const failures = counts.flat().flatMap((count) => count.failures);
  if (failures.length > 0) throw new GateFailed(failures.join('\n'));
  if (complaints() !== '') throw new GateFailed(complaints());
  const steps = counts.flat().reduce((sum, count) => sum + count.steps, 0);
  const features = new Set(chosen.flatMap((one) => [...one.features])).size;
  const files = `${byFile(chosen).length} of ${present.length} files`;
  return `${whole ? files : `${chosen.length} workflows in ${files}`}, ${steps} steps with ${features} features pass with redocly respect`;
});

/**
 * Scenarios of the control plane change their whole sandbox: before such a file, and after it, one that puts the sandbox back
 * to its beginning.
 */
function withResets(batch: readonly string[], folder: string): string[] {
  return batch.flatMap((file) => {
    if (dirname(file) !== 'scenarios/control') return [file];
    const [before, after] = [join(folder, `before-${basename(file)}`), join(folder, `after-${basename(file)}`)];
    for (const name of [before, after]) writeFileSync(name, JSON.stringify(resetting));
    return [before, file, after];
  });
}

/** A runner that finds nothing may be asleep: a scenario that expects the wrong status must fail, at the step that does so. */
async function proveVigilance(
  folder: string,
  respect: (batch: readonly string[], name: string) => Promise<RespectReport>,
): Promise<void> {
  const steps = [
    { stepId: 'wrong', operationId: 'checkHealth', successCriteria: [{ condition: '$statusCode == 418' }] },
  ];
  const planted = {
    arazzo: '1.0.1',
    info: { title: 'Planted', version: '1' },
    sourceDescriptions: [{ name: 'inventory', url: join(root, 'specs/inventory/openapi.yaml'), type: 'openapi' }],
    workflows: [{ workflowId: 'planted', steps }],
  };
  const file = join(folder, 'planted.arazzo.yaml');
  await writeFile(file, JSON.stringify(planted));
  const report = await respect([file], 'planted');
  const [ran] = Object.values(report.files ?? {}).flatMap(({ executedWorkflows = [] }) => executedWorkflows);
  const noticed = ran?.executedSteps.some(({ checks = [] }) => checks.some(({ status }) => status !== 'success'));
  if (noticed !== true) throw new GateFailed('redocly respect does not notice an answer with the wrong status.');
}

/** What was chosen of each file, together. */
function byFile(chosen: readonly Scenario[]): Scenario[] {
  const files = new Map<string, Scenario>();
  for (const one of chosen) {
    const other = files.get(one.file);
    if (other === undefined) files.set(one.file, one);
    else {
      const workflowIds = [...other.workflowIds, ...one.workflowIds];
      files.set(one.file, { ...other, workflowIds, weight: other.weight + one.weight });
    }
  }
  return [...files.values()];
}

/**
 * As many together as one process takes. What takes longest comes first, so that nothing long is left for the end.
 */
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
