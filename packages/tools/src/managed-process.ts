// Processes of gates, trials and benchmarks. All of them are killed when this process exits.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { root } from './steps.mjs';

type Child = ChildProcessByStdio<null, Readable, Readable>;

interface SpawnOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** True if the process exchanges messages with this process. */
  readonly hasChannel?: boolean;
}

/** How a process exited. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

const children = new Set<Child>();

/** Kills all started processes, including their child processes. */
export function endChildren(): void {
  for (const child of children) {
    try {
      if (process.platform === 'win32' || child.pid === undefined) child.kill('SIGKILL');
      else process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  }
}

// If its parent is gone, a test process only receives a disconnect, not a signal.
for (const end of ['exit', 'SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.once(end, endChildren);

/** Starts a process in its own group, in the root by default. */
export function spawnChild(
  command: string,
  args: readonly string[],
  { env = {}, cwd = root, hasChannel = false }: SpawnOptions = {},
): Child {
  const child = spawn(command, args, {
    cwd,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe', hasChannel ? 'ipc' : 'ignore'],
    env: { ...process.env, DO_NOT_TRACK: '1', REDOCLY_TELEMETRY: 'off', NO_COLOR: '1', ...env },
  }) as Child;
  children.add(child);
  child.once('close', () => children.delete(child));
  return child;
}

/** A process that prints a line when it is ready. It can be started again with the same arguments. */
export class ManagedProcess {
  readonly name: string;
  readonly #args: readonly string[];
  readonly #options: SpawnOptions & { readonly command?: string };
  readonly #questions = new Map<number, (answer: never) => void>();
  #running: { readonly child: Child; readonly ended: Promise<Ending> } | undefined;
  #complaints = '';
  #unexpectedEndings = 0;

  /** @param options `command`: Node by default */
  constructor(name: string, args: readonly string[], options: SpawnOptions & { readonly command?: string } = {}) {
    this.name = name;
    this.#args = args;
    this.#options = options;
  }

  /** Undefined when it is not running. */
  get pid(): number | undefined {
    return this.#running?.child.pid;
  }

  /** The standard error output of all runs. */
  get complaints(): string {
    return this.#complaints;
  }

  /** Number of exits without {@link ManagedProcess.end}. */
  get unexpectedEndings(): number {
    return this.#unexpectedEndings;
  }

  /** @returns the first line of output @throws Error if the process exits before that */
  async start(): Promise<string> {
    const child = spawnChild(this.#options.command ?? process.execPath, this.#args, this.#options);
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#complaints += text;
    });
    child.on('message', ({ id, answer }: { id: number; answer: never }) => this.#questions.get(id)?.(answer));
    const ended = new Promise<Ending>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) => {
        if (this.#running === running) {
          this.#running = undefined;
          this.#unexpectedEndings += 1;
        }
        resolve({ code, signal });
      });
    });
    const running = { child, ended };
    this.#running = running;
    const lines = createInterface({ input: child.stdout });
    return await Promise.race([
      new Promise<string>((resolve) => lines.once('line', resolve)),
      ended.then(({ code, signal }): never => {
        throw new Error(
          `${this.name} finished with ${code ?? signal} before it was ready:\n${this.#complaints}\nRun: npm run build`,
        );
      }),
    ]);
  }

  /** Sends a question through the channel. @throws Error when the process has exited */
  async ask<Answer>(question: string, detail?: string): Promise<Answer> {
    const running = this.#running;
    if (running === undefined) throw new Error(`${this.name} has ended: ${this.#complaints}`);
    const id = this.#questions.size;
    const answer = new Promise<Answer>((resolve) => this.#questions.set(id, resolve));
    running.child.send({ id, question, detail });
    const ended = running.ended.then((): never => {
      throw new Error(`${this.name} has ended: ${this.#complaints}`);
    });
    return await Promise.race([answer, ended]);
  }

  /** Sends a signal that does not stop the process. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#running?.child.kill(signal);
  }

  /** Sends a signal and waits until the process has exited. */
  async end(signal: NodeJS.Signals): Promise<Ending> {
    const running = this.#running;
    this.#running = undefined;
    running?.child.kill(signal);
    return (await running?.ended) ?? { code: 0, signal: null };
  }
}
