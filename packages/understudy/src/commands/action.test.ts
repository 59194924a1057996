import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readPlacedYaml } from '@understudy/conformance';
import { findFreePort } from '@understudy/server/testing';
import { describe, expect, it } from 'vitest';
import { printed, runCli } from '../testing/run-cli.js';
import { useResources } from '../testing/use-resources.js';

const { folderWith } = useResources();
const folder = fileURLToPath(new URL('../../../../.github/actions/understudy', import.meta.url));
const bin = fileURLToPath(new URL('../../bin/understudy.js', import.meta.url));

interface Action {
  inputs: Record<string, { description: string; default: string }>;
  runs: { using: string; steps: { env?: object; [name: string]: unknown }[] };
}

async function readAction(): Promise<Action> {
  const { value, problems } = await readPlacedYaml(join(folder, 'action.yml'));
  expect(problems).toEqual([]);
  return Object(value);
}

/** Runs a script of the action like a CI job and returns the files that it writes for the job. */
async function runScript(name: string, environment: Record<string, string>) {
  const scratch = await folderWith();
  const at = (file: string) => join(scratch, file);
  const files = { GITHUB_OUTPUT: at('output'), GITHUB_ENV: at('env'), GITHUB_STEP_SUMMARY: at('summary') };
  const env = { ...process.env, RUNNER_TEMP: scratch, COMMAND: `${process.execPath} ${bin}`, ...files, ...environment };
  const child = spawn('bash', [join(folder, name)], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  const [code] = await once(child, 'exit');
  const text = (file: string): Promise<string> => readFile(at(file), 'utf8').catch(() => '');
  return { code, out, output: await text('output'), environment: await text('env'), summary: await text('summary') };
}

describe('the GitHub action', { timeout: 120_000 }, () => {
  it('uses all of its inputs, and refers only to existing inputs, steps and files', async () => {
    const action = await readAction();
    const text = await readFile(join(folder, 'action.yml'), 'utf8');
    expect(action.runs.using).toBe('composite');
    const named = [...text.matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name);
    expect([...new Set(named)].sort()).toEqual(Object.keys(action.inputs).sort());
    expect(
      Object.values(action.inputs).filter((input) => typeof input.default !== 'string' || input.description === ''),
    ).toEqual([]);
    const steps = new Set(action.runs.steps.flatMap(({ id }) => id ?? []));
    for (const [, id] of text.matchAll(/steps\.([\w-]+)\.outputs/g)) expect(steps).toContain(id);
    for (const { run, shell, uses } of action.runs.steps) {
      expect((run === undefined) !== (uses === undefined)).toBe(true);
      if (run !== undefined) expect(shell).toBe('bash');
      // An expression in a script would run inputs as code.
      expect(run ?? '').not.toContain('${{');
    }
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['start.sh', 'run.sh']));
    for (const name of ['start.sh', 'run.sh']) {
      const script = await readFile(join(folder, name), 'utf8');
      const step = action.runs.steps.find(({ run }) => String(run).includes(name));
      const read = [...script.matchAll(/\$\{?([A-Z][A-Z_]+)/g)].map(([, variable]) => variable ?? '');
      const own = read.filter((variable) => !/^(GITHUB_|RUNNER_)/.test(variable));
      expect([...new Set(own)].sort()).toEqual(Object.keys(step?.env ?? {}).sort());
      const command = name.replace('.sh', '');
      const { out } = await runCli(...(command === 'run' ? ['test', command] : [command]), '--help');
      let help = out;
      for (const words of [['test', 'baseline'], ['state', 'env'], ['state']])
        help += (await runCli(...words, '--help')).out;
      for (const [option] of script.matchAll(/--[a-z][a-z-]+/g)) expect(help).toContain(option);
    }
  });

  it('starts the simulators and exports their URLs to the job', async () => {
    const port = await findFreePort();
    const wish = { APIS: 'time', PORT: port, CLOCK: 'real', SEED: 'empty' };
    const { code, out, output, environment } = await runScript('start.sh', wish);
    expect([code, output.trim()]).toEqual([0, `url=http://127.0.0.1:${port}`]);
    expect(environment).toContain(`UNDERSTUDY_TIME_BASE_URL=http://127.0.0.1:${port}`);
    expect((await fetch(`http://127.0.0.1:${port}/td/health_check`)).status).toBeLessThan(500);
    process.kill(Number(/process (\d+)/.exec(out)?.[1]), 'SIGTERM');
  });

  it('reports an error if the simulators do not start', async () => {
    expect(await runScript('start.sh', { APIS: 'nonsense', PORT: '0', CLOCK: 'real', SEED: 'empty' })).toMatchObject(
      printed('::error title=Understudy::The simulators did not start', 1),
    );
  });

  it('runs scenarios, writes all reports and a summary, and passes on the exit code', { tags: 'slow' }, async () => {
    const reports = join(await folderWith(), 'deep');
    const wish = { APIS: 'identity', TARGET: 'in-process', CONFIG: '', ALLOW_EFFECTS: '', TAGS: '', REPORTS: reports };
    const more = { OVERLAYS: '', RETRIES: '1', SHARD: '1/1', BASELINE: join(reports, 'none.yaml') };
    const good = await runScript('run.sh', { ...wish, ...more });
    expect([good.code, good.output.trim()]).toEqual([0, 'exit-code=0']);
    const written = ['har', 'junit.xml', 'report.html', 'run.json', 'run.sarif', 'summary.md'];
    expect((await readdir(reports)).sort()).toEqual(written);
    expect(good.summary).toContain('## ✅ Understudy against in-process');
    const bad = await runScript('run.sh', { ...wish, ...more, TAGS: 'nowhere,elsewhere' });
    expect([bad.code, bad.output.trim()]).toEqual([0, 'exit-code=2']);
  });
});
