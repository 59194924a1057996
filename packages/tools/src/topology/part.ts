import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { root } from '../steps.mjs';

/** One process of a topology, which can be ended and started again with the same arguments. */
export class Part {
  readonly name: string;
  readonly #args: readonly string[];
  readonly #env: NodeJS.ProcessEnv;
  #child: Running | undefined;
  #complaints = '';
  #endings = 0;

  constructor(name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    this.name = name;
    this.#args = args;
    this.#env = env;
  }

  /** Undefined while it does not run. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** What it has written to standard error, over all its runs. */
  get complaints(): string {
    return this.#complaints;
  }

  /** How often it has ended without being asked to. */
  get unexpectedEndings(): number {
    return this.#endings;
  }

  /** Starts it. @returns its first line, which it prints when it is ready @throws Error when it ends before that */
  async start(): Promise<string> {
    // In a group of its own: Ctrl-C in a terminal reaches who started it, who ends it in order.
    const child = spawn(process.execPath, this.#args, {
      cwd: root,
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...this.#env },
    });
    const kill = () => child.kill('SIGKILL');
    process.once('exit', kill);
    const ended = new Promise<void>((resolve) => {
      child.once('exit', () => {
        process.off('exit', kill);
        if (this.#child === running) {
          this.#child = undefined;
          this.#endings += 1;
        }
        resolve();
      });
    });
    const running: Running = { pid: child.pid ?? 0, ended, signal: (signal) => child.kill(signal) };
    this.#child = running;
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#complaints += text;
    });
    const lines = createInterface({ input: child.stdout });
    return await Promise.race([
      new Promise<string>((resolve) => lines.once('line', resolve)),
      ended.then((): never => {
        throw new Error(`${this.name} ended before it was ready:\n${this.#complaints}`);
      }),
    ]);
  }

  /** Sends a signal that does not end it. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child?.signal(signal);
  }

  /** Ends it; resolves when it has ended. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    child?.signal(signal);
    await child?.ended;
  }
}

interface Running {
  readonly pid: number;
  readonly ended: Promise<void>;
  signal(signal: NodeJS.Signals): void;
}
