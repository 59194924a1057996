// Runs the suite against a server with a data folder, then again with a restart after every workflow.
import { readdirSync } from 'node:fs';
import { createInProcessTarget, loadScenarios, runScenarios } from '@understudy/conformance';
import { createContract, loadDescription, loadLedger } from '@understudy/contract';
import { startSimulators } from 'api-understudy';
import { GateFailed, mustRunCli, startServer, temporaryFolder } from '../gate.ts';
import { prove } from '../testing/prove.ts';

prove('passes the suite with a data folder and a restart after every workflow', { seconds: 1500 }, async () => {
  const { url, complaints } = await startServer('--seed', 'empty', '--data', temporaryFolder('understudy-suite-data'));
  await mustRunCli('test', 'coverage', '--target', url);
  if (complaints() !== '') throw new GateFailed(complaints());
  return `green against start --data; ${await withRestarts()}`;
});

/** Every workflow gets a server that has just restarted with the data of the previous ones. */
async function withRestarts(): Promise<string> {
  const options = { data: temporaryFolder('understudy-suite-restarts') };
  let running = await startSimulators(options);
  let restarts = 0;
  let restarting: Promise<void> = Promise.resolve();
  const restart = async () => {
    const { defects } = running;
    await running.close();
    if (defects.length > 0) throw new GateFailed(`${defects[0]?.what}: ${defects[0]?.error}`);
    running = await startSimulators(options);
    restarts += 1;
  };
  const simulators = {
    url: running.url,
    fetch: async (...request: Parameters<typeof running.fetch>) => {
      await restarting;
      return await running.fetch(...request);
    },
  };
  const result = await runScenarios({
    ...(await loadSuite()),
    target: createInProcessTarget(simulators),
    // A restart during another one would be a different case.
    jobs: 1,
    onEvent: ({ type }) => {
      if (type === 'workflow-finished') restarting = restarting.then(restart);
    },
  });
  await restarting;
  await running.close();
  const wrong = result.workflows.filter(({ outcome }) => outcome !== 'passed' && outcome !== 'skipped');
  if (wrong.length > 0) {
    const named = wrong.slice(0, 10).map(({ file, workflowId }) => `${file} ${workflowId}`);
    throw new GateFailed(`${wrong.length} workflows fail with a restart before them:\n${named.join('\n')}`);
  }
  return `${result.workflows.length} workflows with ${restarts} restarts between them`;
}

async function loadSuite() {
  const apis = readdirSync('scenarios').filter((api) => api !== 'analysis');
  const descriptions = apis.map(async (api) => {
    return [api, createContract(api, await loadDescription(`specs/${api}/openapi.yaml`, ['specs']))] as const;
  });
  return {
    contracts: new Map(await Promise.all(descriptions)),
    ledger: await loadLedger('specs'),
    files: await loadScenarios({ files: apis.map((api) => `scenarios/${api}`) }),
  };
}
