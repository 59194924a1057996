import { GateFailed, mustRunCli, startServer } from '../gate.ts';
import { prove } from '../testing/prove.ts';
import { readScenarios, type Scenario } from './testing/second-runner/read-scenarios.ts';
import { selectCoveringSet } from './testing/second-runner/select-covering-set.ts';

/** Quick files, because workflows in one sandbox run one after another in real time. */
const quickOnes = [
  ...['inventory', 'time', 'payroll'].map((api) => `scenarios/${api}/generated/flow.arazzo.yaml`),
  'scenarios/rostering/jobs.arazzo.yaml',
  'scenarios/identity/token-request.arazzo.yaml',
];

prove('passes a part of the suite in one sandbox with the real clock', { seconds: 240, quick: true }, () =>
  runLive(selectCoveringSet),
);

prove('passes every file of e-invoicing in one sandbox with the real clock', { seconds: 240 }, () =>
  runLive((present) => present),
);

async function runLive(choose: (present: readonly Scenario[]) => readonly Scenario[]): Promise<string> {
  const { url, complaints } = await startServer('--clock', 'real', '--seed', 'empty');
  const files = [...quickOnes, ...choose(await readScenarios('einvoicing')).map(({ file }) => file)];
  const said = await mustRunCli('test', 'run', '--target', `${url}/~shared`, ...files);
  if (complaints() !== '') throw new GateFailed(complaints());
  return `in one sandbox ${said.trimEnd().split('\n').at(-1)}`;
}
