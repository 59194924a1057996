import { createProgressChannel, type WorkerChannel } from './progress-channel.js';

export interface WorkerTask {
  module: string;
  /** Name of the function. If absent, the task only loads the module. */
  name?: string;
  input?: unknown;
  line?: WorkerChannel;
}

/** Runs a task. This is the entry point of a worker thread. */
export default async function work({ module, name, input, line }: WorkerTask): Promise<unknown> {
  const exports: Record<string, unknown> = await import(module);
  if (name === undefined) return undefined;
  const run = exports[name];
  if (typeof run !== 'function') throw new Error(`${module} has no function "${name}"`);
  if (line === undefined) return await run(input);
  try {
    return await run(input, createProgressChannel(line));
  } finally {
    line.port.close();
  }
}
