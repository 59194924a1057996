// Runs a part of the suite in one sandbox of a server with the real clock. `--all` runs every file of e-invoicing.
import { GateFailed, mustRunCli, runGate, startServer } from '../gate.ts';
import { readScenarios } from '../system/testing/second-runner/read-scenarios.ts';
import { selectCoveringSet } from '../system/testing/second-runner/select-covering-set.ts';

/** Quick files, because workflows in one sandbox run one after another in real time. */
const quickOnes = [
  ...['inventory', 'time', 'payroll'].map((api) => `scenarios/${api}/generated/flow.arazzo.yaml`),
  'scenarios/rostering/jobs.arazzo.yaml',
  'scenarios/identity/token-request.arazzo.yaml',
];

await runGate('live server', 240, async () => {
  const { url, complaints } = await startServer('--clock', 'real', '--seed', 'empty');
  const present = await readScenarios('einvoicing');
  const chosen = process.argv.includes('--all') ? present : selectCoveringSet(present);
  const files = [...quickOnes, ...chosen.map(({ file }) => file)];
  const said = await mustRunCli('run', '--target', `${url}/~shared`, ...files);
  if (complaints() !== '') throw new GateFailed(complaints());
  return `in one sandbox ${said.trimEnd().split('\n').at(-1)}`;
});
