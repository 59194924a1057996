import { progressChannel, type WorkerChannel } from './progress-channel.js';

/** What a worker thread is asked to do: call one export of one built module. */
export interface WorkOrder {
  module: string;
  /** Absent when the module is only to be loaded. */
  name?: string;
  input?: unknown;
  /** Only for live work. */
  line?: WorkerChannel;
}

/** Entry point of a worker thread. */
export default async function work({ module, name, input, line }: WorkOrder): Promise<unknown> {
  const exports: Record<string, unknown> = await import(module);
  if (name === undefined) return undefined;
  const run = exports[name];
  if (typeof run !== 'function') throw new Error(`${module} has no function "${name}"`);
  if (line === undefined) return await run(input);
  try {
    return await run(input, progressChannel(line));
  } finally {
    line.port.close();
  }
}
