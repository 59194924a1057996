// Runs the steps of the reusable GitHub action as a runner does, with inputs, outputs and files, in an empty folder,
// against the packed package. Third-party actions (cache, upload) are named but not run.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { parse } from 'yaml';
import { GateFailed, runNode, temporaryFolder } from '../gate.ts';
import { packageTarball } from '../package/package-tarball.ts';
import { root } from '../steps.mjs';
import { prove } from '../testing/prove.ts';

interface Step {
  readonly id?: string;
  readonly name: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

const path = join(root, '.github', 'actions', 'understudy');
const action: Action = parse(readFileSync(join(path, 'action.yml'), 'utf8'));

prove('runs the steps of the GitHub action', { seconds: 900 }, async () => {
  const workspace = temporaryFolder('workspace');
  const temp = temporaryFolder('runner');
  const tarball = await packageTarball(temporaryFolder('tarball'));
  const use = (inputs: Readonly<Record<string, string>>) => useAction(inputs, workspace, temp);

  const started = await use({ mode: 'start', package: tarball, apis: 'inventory', port: '4971', clock: 'manual' });
  expect(started, 0, 'serves http://127.0.0.1:4971');
  const server = Number(/process (\d+)/.exec(started.said)?.[1]);
  try {
    const environment = readFileSync(join(temp, 'env'), 'utf8');
    if (!environment.includes('UNDERSTUDY_INVENTORY_BASE_URL='))
      throw new GateFailed(`env has no address:\n${environment}`);
    if (started.outputs['url'] !== 'http://127.0.0.1:4971') throw new GateFailed(`url is ${started.outputs['url']}`);
    const clock = await (await fetch(`${started.outputs['url']}/_sim/clock`)).text();
    if (!clock.includes('"manual"')) throw new GateFailed(`The clock is ${clock}`);

    const ran = await use({ package: tarball, apis: 'identity', target: 'http://127.0.0.1:4971' });
    expect(ran, 0, 'comes from the cache');
    for (const report of ['run.json', 'junit.xml', 'run.sarif', 'report.html', 'har']) {
      if (!existsSync(join(workspace, 'understudy-reports', report))) throw new GateFailed(`There is no ${report}`);
    }
    if (!/passed/.test(readFileSync(join(temp, 'summary'), 'utf8'))) throw new GateFailed('The summary says nothing');
    if (ran.outputs['exit-code'] !== '0') throw new GateFailed(`exit-code is ${ran.outputs['exit-code']}`);
    expect(await use({ package: tarball, apis: 'identidy' }), 2, 'identity');
    expect(await use({ package: tarball, target: 'http://127.0.0.1:4979', apis: 'identity' }), 3, 'is unreachable');
    expect(await use({ mode: 'strat' }), 2, 'mode must be start or run; it is strat');
    expect(await use({ mode: 'start', package: tarball, port: '4971' }), 1, 'did not start');
    const elsewhere = await useAction({ package: './nowhere.tgz' }, workspace, temporaryFolder('runner'));
    expect(elsewhere, 1, 'cannot be installed');
    return `${action.runs.steps.length} steps; not carried out: ${ran.left.join(', ')}`;
  } finally {
    process.kill(server, 'SIGTERM');
  }
});

function expect({ code, said }: { code: number; said: string }, wanted: number, text: string): void {
  if (code === wanted && said.includes(text)) return;
  throw new GateFailed(`It finished with ${code} instead of ${wanted}, or did not say "${text}":\n${said}`);
}

/** Runs the steps. After a failure, only those with `always()`. */
async function useAction(given: Readonly<Record<string, string>>, workspace: string, temp: string) {
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? '']);
  const inputs: Record<string, string> = { ...Object.fromEntries(defaults), ...given };
  const steps: Record<string, { outputs: Record<string, string> }> = {};
  const said: string[] = [];
  const left: string[] = [];
  const facts = { inputs, steps, runner: { temp }, always: () => true };
  let code = 0;
  for (const step of action.runs.steps) {
    const wanted = step.if === undefined || Boolean(resultOf(step.if, facts));
    if (!wanted || (code !== 0 && step.if?.includes('always()') !== true)) continue;
    if (step.run === undefined) {
      left.push(step.uses ?? step.name);
      continue;
    }
    const output = join(temp, 'output');
    writeFileSync(output, '');
    const env = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, text]) => [name, filled(text, facts)]));
    const files = { GITHUB_OUTPUT: output, GITHUB_ENV: join(temp, 'env'), GITHUB_STEP_SUMMARY: join(temp, 'summary') };
    const runner = { ...files, GITHUB_ACTION_PATH: path, GITHUB_ACTIONS: 'true', RUNNER_TEMP: temp };
    const script = join(temp, 'step.sh');
    writeFileSync(script, step.run);
    const options = { command: 'bash', cwd: workspace, env: { ...runner, ...env } };
    const ended = await runNode(['--noprofile', '--norc', '-eo', 'pipefail', script], options);
    said.push(ended.said);
    if (ended.code !== 0) code = ended.code;
    if (step.id !== undefined) steps[step.id] = { outputs: linesOf(readFileSync(output, 'utf8')) };
  }
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [name, filled(value, facts)] as const);
  return { code, said: said.join(''), outputs: Object.fromEntries(outputs), left };
}

function linesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split('\n').flatMap((line) => [...line.matchAll(/^([^=]+)=(.*)$/g)].map(([, name, value]) => [name, value])),
  );
}

function filled(text: string, facts: object): string {
  return text.replaceAll(/\$\{\{ *(.*?) *\}\}/g, (_, expression: string) => String(resultOf(expression, facts) ?? ''));
}

/** Evaluates a workflow expression: names can contain hyphens, and members can be missing. */
function resultOf(expression: string, facts: object): unknown {
  const members = expression.replaceAll(/\.([a-z]+(?:[-_][a-z]+)*)/g, "?.['$1']");
  return runInNewContext(members, facts);
}
