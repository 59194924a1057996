export { DataFolder } from './data-folder.js';
export { SharedDatabase } from './postgres/shared-database.js';
export { QueueWorker, type WorkerEvent } from './queue/queue-worker.js';
export { type ComputeMode, QueuedJobComputer } from './queue/queued-job-computer.js';
export type { CommitDurability } from './sqlite/commit-durability.js';
