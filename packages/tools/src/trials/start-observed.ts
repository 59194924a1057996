// A server of the built command line in a process of its own that can be asked about event loop and memory.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { cli, GateFailed } from '../gate.ts';
import { root } from '../steps.mjs';

const observe = new URL('./observe.mjs', import.meta.url).href;

/** Milliseconds of the event loop's delay, and the longest work of its thread where the system tells. */
export interface Delay {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly samples: number;
  readonly cpu: number | undefined;
}

/** Bytes of all threads: the most since it was asked before, and now. */
interface Resident {
  readonly peak: number;
  readonly now: number;
}

/** What `observe.mjs` answers, by question. */
interface Answers {
  readonly delay: Delay;
  readonly memory: NodeJS.MemoryUsage;
  readonly resident: Resident;
  readonly mishaps: readonly string[];
  readonly misbehave: number;
  readonly heapSnapshot: string;
}

interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A server of the command line in a process of its own. */
export interface ObservedServer {
  readonly url: string;
  /** Asks what `observe.mjs` can answer. @throws GateFailed when the server has ended */
  ask<Question extends keyof Answers>(question: Question, detail?: string): Promise<Answers[Question]>;
  /** What it has written to standard error. */
  complaints(): string;
  readonly ended: Promise<Ending>;
  /** Ends it; resolves with its exit code or signal. */
  end(signal: NodeJS.Signals): Promise<Ending>;
}

/** Starts `understudy start`; resolves when it is ready. `nodeOptions` go to Node, `env` to its environment. */
export async function startObserved(
  args: readonly string[],
  { nodeOptions = [], env = {} }: { nodeOptions?: readonly string[]; env?: NodeJS.ProcessEnv } = {},
): Promise<ObservedServer> {
  const node = ['--import', observe, ...nodeOptions];
  const child = spawn(process.execPath, [...node, cli, 'start', '--json', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...env },
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  const complaints: string[] = [];
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new GateFailed('The server was started without its streams');
  stderr.setEncoding('utf8').on('data', (text: string) => complaints.push(text));
  const ended = new Promise<Ending>((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
  const line = await Promise.race([
    new Promise<string>((resolve) => createInterface({ input: stdout }).once('line', resolve)),
    ended.then(({ code, signal }): never => {
      throw new GateFailed(`The server ended with ${code ?? signal}: ${complaints.join('')}\nRun: npm run build`);
    }),
  ]);

  const waiting = new Map<number, (answer: never) => void>();
  let lastId = 0;
  child.on('message', ({ id, answer }: { id: number; answer: never }) => {
    waiting.get(id)?.(answer);
    waiting.delete(id);
  });
  return {
    url: JSON.parse(line).url,
    ask: (question, detail) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, resolve);
        child.send({ id: lastId, question, detail }, (error) => error && reject(error));
        ended.then(() => reject(new GateFailed(`The server has ended: ${complaints.join('')}`)));
      }),
    complaints: () => complaints.join(''),
    ended,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}
