// @ts-check
// A planted fault for the fairness trial: tasks of all sandboxes wait for a thread in one queue.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(new URL('../../../../kernel/package.json', import.meta.url));
const main = require.resolve('piscina');
const { queueOptionsSymbol } = require(main);
const { TaskInfo } = require(join(dirname(main), 'task_queue', 'index.js'));
Object.defineProperty(TaskInfo.prototype, queueOptionsSymbol, { get: () => ({ sandbox: 'everybody' }) });
