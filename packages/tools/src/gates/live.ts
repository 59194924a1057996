// Live server: a part of the suite inside one sandbox of a server with the real clock, which is addressed by its base URL
// alone, as a shared server is used. The whole suite, with a sandbox for each workflow, runs over a port in the independent
// validator.
//   tsx scripts/gates/live.ts          of e-invoicing, whose workflows are many, files with every operation of it
//   tsx scripts/gates/live.ts --all    every file of e-invoicing
import { cli, GateFailed, gate, runNode, startServer } from '../gate.ts';
import { readScenarios } from './second-runner/read-scenarios.ts';
import { sampleOf } from './second-runner/sample-of.ts';

/** Without isolation the workflows go one by one and wait in real time, so these are the quick ones. */
const quickOnes = [
  ...['inventory', 'time', 'payroll'].map((api) => `scenarios/${api}/generated/flow.arazzo.yaml`),
  'scenarios/rostering/jobs.arazzo.yaml',
  'scenarios/identity/token-request.arazzo.yaml',
];

await gate('live server', 240, async () => {
  const { url, complaints } = await startServer('--clock', 'real', '--seed', 'empty');
  const present = await readScenarios('einvoicing');
  const chosen = process.argv.includes('--all') ? present : sampleOf(present);
  const summary = await runSuite(`${url}/~shared`, ...quickOnes, ...chosen.map(({ file }) => file));
  if (complaints() !== '') throw new GateFailed(complaints());
  return `in one sandbox ${summary}`;
});

/** Runs scenarios against a target; resolves with the summary. */
async function runSuite(target: string, ...files: string[]): Promise<string> {
  const { code, said } = await runNode([cli, 'run', '--target', target, ...files]);
  if (code !== 0) throw new GateFailed(`understudy run --target ${target} ended with code ${code}:\n${said}`);
  return said.trimEnd().split('\n').at(-1) ?? '';
}
