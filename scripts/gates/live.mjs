// Live server: the suite over a real port of a server with the real clock, where each workflow has a sandbox of its own;
// and some of it inside one sandbox that is addressed by its base URL alone, as a shared server is used.
import { cli, GateFailed, gate, runNode, startServer } from './gate.mjs';

/** Without isolation the workflows go one by one and wait in real time, so these are the quick ones. */
const quickOnes = [
  ...['inventory', 'time', 'payroll'].map((api) => `scenarios/${api}/generated/flow.arazzo.yaml`),
  'scenarios/rostering/jobs.arazzo.yaml',
  'scenarios/identity/token-request.arazzo.yaml',
];

await gate('live server', 120, async () => {
  const { url, complaints } = await startServer('--clock', 'real', '--seed', 'empty');
  const isolated = await runSuite(url);
  const shared = await runSuite(`${url}/~shared`, ...quickOnes);
  if (complaints() !== '') throw new GateFailed(complaints());
  return `isolated ${isolated}; in one sandbox ${shared}`;
});

/** Runs scenarios against a target; resolves with the summary. */
async function runSuite(target, ...files) {
  const { code, said } = await runNode([cli, 'run', '--target', target, ...files]);
  if (code !== 0) throw new GateFailed(`understudy run --target ${target} ended with code ${code}:\n${said}`);
  return said.trimEnd().split('\n').at(-1);
}
