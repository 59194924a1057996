// @ts-check
// A planted fault, for the trial of fairness alone: what waits for a thread is everyone's, and so stands in one line.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(new URL('../../../kernel/package.json', import.meta.url));
const main = require.resolve('piscina');
const { queueOptionsSymbol } = require(main);
const { TaskInfo } = require(join(dirname(main), 'task_queue', 'index.js'));
Object.defineProperty(TaskInfo.prototype, queueOptionsSymbol, { get: () => ({ sandbox: 'everybody' }) });
