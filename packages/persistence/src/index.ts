export { DataFolder } from './data-folder.js';
export { DataFolderError } from './data-folder-error.js';
export { SharedDatabase } from './postgres/shared-database.js';
export { QueueWorker, type QueueWorkerOptions, type WorkerEvent } from './queue/queue-worker.js';
export { type ComputeMode, QueuedComputing } from './queue/queued-computing.js';
export type { Durability } from './sqlite/sqlite-archive.js';
