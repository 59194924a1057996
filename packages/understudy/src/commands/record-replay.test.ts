import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunResult } from '@understudy/conformance';
import { beforeAll, expect, it } from 'vitest';
import { type RunningSimulators, startSimulators } from '../start-simulators.js';
import { collectOutput, spawnBin } from '../testing/run-cli.js';
import { readQuickFlow, stageConfig, stageOptions } from '../testing/stage.js';
import { useResources } from '../testing/use-resources.js';

const { folderWith } = useResources();

const bin = fileURLToPath(new URL('../../bin/understudy.js', import.meta.url));
let folder: string;
let flow: string;
let stage: RunningSimulators;

/** Runs the command line in the test folder, which has its own recordings. */
const cli = (...args: string[]) => collectOutput(spawnBin(args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] }));

/** A module that blocks outgoing connections. */
const shut = `data:text/javascript,${encodeURIComponent(
  "import net from 'node:net'; net.Socket.prototype.connect = () => { throw new Error('the network is shut'); };",
)}`;

async function serve(name: string): Promise<() => Promise<unknown>> {
  const { port } = new URL(stage.url);
  const args = ['--import', shut, bin, 'start', `recording:${name}`, '--port', port, '--json'];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return async () => {
    child.kill('SIGINT');
    await once(child, 'close');
  };
}

const verdicts = async (file: string): Promise<unknown> => {
  const { workflows }: Pick<RunResult, 'workflows'> = JSON.parse(await readFile(join(folder, file), 'utf8'));
  return workflows.map(({ workflowId, outcome, steps }) => [
    workflowId,
    outcome,
    steps.map(({ stepId, outcome: became, attempts }) => [stepId, became, attempts.length]),
  ]);
};

async function timeless(file: string): Promise<unknown> {
  return JSON.parse(await readFile(join(folder, file), 'utf8'), (key, value: unknown) =>
    key === 'startedAt' || key === 'durationMilliseconds' ? undefined : value,
  );
}

const allowed = ['--allow-effects', 'create,destroy'];
const recorded = {
  'a read-only run with four concurrent workflows': ['reading', '--target', 'stage', '--api', 'time'],
  'a run that changes the environment and cleans up': ['changing', '--target', 'stage', ...allowed],
};

beforeAll(async () => {
  stage = await startSimulators(stageOptions);
  const target = (concurrency: number) =>
    stageConfig(stage.url, { allowedEffects: ['create', 'destroy'], concurrency }).targets.stage;
  folder = await folderWith({
    'understudy.config.yaml': { targets: { stage: target(4), fake: target(1) } },
    'flow.arazzo.yaml': await readQuickFlow(),
  });
  flow = join(folder, 'flow.arazzo.yaml');
  for (const [name = '', ...options] of Object.values(recorded)) {
    const files = name === 'changing' ? [flow] : [];
    await cli('test', 'run', ...files, ...options, '--record', name, '--report', `json=${name}.json`);
  }
  await cli('test', 'run', flow, '--target', stage.url, '--record', 'url', '--report', 'json=url.json');
  // Replays must not reach the server.
  await stage.close();
}, 180_000);

it.each([
  ...Object.entries(recorded).map(([title, [name = '']]) => [title, name]),
  ['a run against a bare URL', 'url'],
])(
  'replays %s with the same report, apart from times',
  async (_, name) => {
    const { err } = await cli('test', 'run', '--target', `recording:${name}`, '--report', `json=${name}-again.json`);
    expect(err).toBe('');
    const [first, again] = [await timeless(`${name}.json`), await timeless(`${name}-again.json`)];
    expect(first).toMatchObject({ totals: { failed: 0, passed: expect.any(Number) }, exitCode: 0 });
    expect(JSON.stringify(again, null, 1)).toBe(JSON.stringify(first, null, 1));
  },
  120_000,
);

it('serves a recording as a fake server that produces the same results', { tags: 'slow' }, async () => {
  const stop = await serve('changing');
  try {
    // Run one workflow at a time, because a fake server cannot tell them apart.
    await cli('test', 'run', flow, '--target', 'fake', ...allowed, '--report', 'json=served.json');
  } finally {
    await stop();
  }
  expect(await verdicts('served.json')).toEqual(await verdicts('changing.json'));
});
