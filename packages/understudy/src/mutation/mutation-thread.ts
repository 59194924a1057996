import { parentPort, workerData } from 'node:worker_threads';
import { refFolders } from '../apis/load-api.js';
import { configuredApis } from '../config/configured-apis.js';
import { loadWorkspace } from '../workspace.js';
import { Judge, type Task } from './judge.js';
import { loadDeviations } from './policy-deviations.js';

const port = parentPort;
if (port === null) throw new Error('This module is the body of a worker thread');
const { config, refFolders: allowed }: { config?: string; refFolders: readonly string[] } = workerData;
refFolders.push(...allowed);
const workspace = await loadWorkspace([], await configuredApis(config));
const judge = new Judge(workspace, await loadDeviations(workspace.apis));
port.on('message', (task: Task | 'close') => {
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
