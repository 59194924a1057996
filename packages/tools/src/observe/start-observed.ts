import { cli } from '../gate.ts';
import { ManagedProcess } from '../managed-process.ts';

const observe = new URL('./observe.mjs', import.meta.url).href;

/**
 * Event loop delay in milliseconds. `cpu` and `cpuP99`: the longest work of the main thread and the 99th percentile, if
 * the system reports them.
 */
export interface Delay {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly samples: number;
  readonly cpu: number | undefined;
  readonly cpuP99: number | undefined;
}

/**
 * The results of `observe.mjs` by query. `resident`: bytes of all threads, the peak since the last query and the
 * current value.
 */
interface Answers {
  readonly delay: Delay;
  readonly memory: NodeJS.MemoryUsage;
  readonly resident: { readonly peak: number; readonly now: number };
  readonly mishaps: readonly string[];
  readonly injectFaults: number;
}

/** A server whose process can be queried. */
export type ObservedServer = Awaited<ReturnType<typeof startObserved>>;

/** Starts `understudy start` and waits until it listens. */
export async function startObserved(
  args: readonly string[],
  { nodeOptions = [], env = {} }: { nodeOptions?: readonly string[]; env?: NodeJS.ProcessEnv } = {},
) {
  const line = ['--import', observe, ...nodeOptions, cli, 'start', '--json', ...args];
  const server = new ManagedProcess('The server', line, { env, hasChannel: true });
  const { url }: { url: string } = JSON.parse(await server.start());
  return {
    url,
    /** @throws Error if the server has exited */
    ask: <Question extends keyof Answers>(question: Question, detail?: string) =>
      server.ask<Answers[Question]>(question, detail),
    /** The standard error output so far. */
    complaints: () => server.complaints,
    end: (signal: NodeJS.Signals) => server.end(signal),
  };
}
