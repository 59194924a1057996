/** What a worker thread is asked to do: call one export of one built module. */
export interface WorkOrder {
  module: string;
  name: string;
  input: unknown;
}

/** Entry point of a worker thread. */
export default async function work({ module, name, input }: WorkOrder): Promise<unknown> {
  const exports: Record<string, unknown> = await import(module);
  const run = exports[name];
  if (typeof run !== 'function') throw new Error(`${module} has no function "${name}"`);
  return await run(input);
}
