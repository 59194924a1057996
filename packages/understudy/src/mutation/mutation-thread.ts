import { parentPort, workerData } from 'node:worker_threads';
import { allowedRefFolders } from '../apis/load-api.js';
import { loadConfiguredApis } from '../config/configured-apis.js';
import { loadWorkspace } from '../workspace.js';
import { DeviationJudge, type MutationTask } from './judge.js';
import { loadDeviations } from './policy-deviations.js';

const port = parentPort;
if (port === null) throw new Error('This module must run in a worker thread');
const { config, refFolders: allowed }: { config?: string; refFolders: readonly string[] } = workerData;
allowedRefFolders.push(...allowed);
const workspace = await loadWorkspace([], await loadConfiguredApis(config));
const judge = new DeviationJudge(workspace, await loadDeviations(workspace.apis));
port.on('message', (task: MutationTask | 'close') => {
  if (task === 'close') {
    void judge.close().then(() => port.close());
    return;
  }
  judge.do(task).then(
    (result) => port.postMessage({ result }),
    (error: unknown) =>
      port.postMessage({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
port.postMessage('ready');
