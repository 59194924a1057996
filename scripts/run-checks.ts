// Runs checks, some at a time: what each of them says is shown in one piece and in the order of the list, and the first
// failure ends them all.
import type { ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { start } from './steps.mjs';

/** Runs a command in the root; resolves with its exit code. */
export type Run = (command: string, args: readonly string[], env?: NodeJS.ProcessEnv) => Promise<number>;

/** One line of a list of checks. */
export interface Check {
  readonly name: string;
  /** Resolves with an exit code; starts what it needs by `run`. */
  readonly check: (run: Run) => Promise<number>;
  /** For checks that use every core, or measures. */
  readonly alone?: boolean;
  /** Places that it takes beside others, of which there are a few; one by default. */
  readonly places?: number;
}

/** Places for checks at a time: one more than there are cores, because those that speak over ports wait in between. */
const places = Math.min(3, availableParallelism() + 1);

/** Exit code of what a signal has ended. */
const interrupted = 130;

/** Milliseconds that a check which is told to stop may take to remove what it has started. */
const longestStop = 5000;

/** Lines of a failed check that are printed again at the end, where they are not buried under what the others say. */
const repeatedLines = 30;

/** Characters of them. */
const longestRepetition = 6000;

/**
 * Runs checks until one fails or a signal comes.
 *
 * @param checks in the order in which they are told
 * @returns the exit code: 0 when all have passed
 */
export async function runChecks(checks: readonly Check[]): Promise<number> {
  const states = checks.map((check, index) => new Running(check, `[${index + 1}/${checks.length}] ${check.name}`));
  return await new Promise((resolve) => {
    let ending = false;

    /** Stops what is under way, shows what everything has printed, and reports how it went. */
    async function end(code: number): Promise<void> {
      if (ending) return;
      ending = true;
      await Promise.all(states.map((state) => state.stop()));
      for (const state of states) if (state.begun) state.show();
      const failed = states.find(hasFailed);
      const passed = states.filter((state) => state.code === 0).length;
      if (code === interrupted) console.error(`\nStopped; ${passed} of ${states.length} checks had passed.`);
      else {
        if (failed !== undefined) {
          console.error(`\nFAILED after ${failed.seconds} s: ${failed.check.name}\n${failed.lastWords()}`);
        }
        console.log(`\nchecks: ${passed} passed, ${failed === undefined ? 0 : 1} failed`);
      }
      resolve(code);
    }

    function proceed(): void {
      const failed = states.find(hasFailed);
      if (failed !== undefined) return void end(failed.code === interrupted ? interrupted : 1);
      const ahead = states.findIndex((state) => state.code === undefined);
      if (ahead < 0) return void end(0);
      // What is at the head of the list speaks at once; what is behind it waits for its turn.
      for (const state of states.slice(0, ahead + 1)) if (state.begun) state.show();
      if (!ending) beginMore();
    }

    function beginMore(): void {
      for (const state of states.filter(({ begun }) => !begun)) {
        const beside = states.filter((other) => other.begun && other.code === undefined);
        const taken = beside.reduce((sum, { check }) => sum + placesOf(check), 0);
        if (taken > 0 && taken + placesOf(state.check) > places) return;
        if (beside.length === 0) state.show();
        void state.begin().then(proceed);
      }
    }

    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void end(interrupted));
    proceed();
  });
}

function placesOf({ alone, places: wanted = 1 }: Check): number {
  return alone === true ? places : wanted;
}

function hasFailed({ code }: Running): boolean {
  return code !== undefined && code !== 0;
}

/** One check: not begun, under way, or ended. */
class Running {
  begun = false;
  /** Its exit code, once it has ended by itself. */
  code: number | undefined;
  seconds = '0';
  #stopped = false;
  #shown = false;
  #kept: [NodeJS.WriteStream, string][] = [];
  #last = '';
  #child: ChildProcess | undefined;
  #ended: Promise<unknown> = Promise.resolve();

  constructor(
    readonly check: Check,
    readonly title: string,
  ) {}

  async begin(): Promise<void> {
    this.begun = true;
    const began = performance.now();
    const ended = this.check
      .check((command, args, env) => this.#run(command, args, env))
      .catch((error: unknown) => {
        this.#say(process.stderr, `${error instanceof Error ? error.message : String(error)}\n`);
        return 1;
      });
    this.#ended = ended;
    const code = await ended;
    this.seconds = ((performance.now() - began) / 1000).toFixed(1);
    if (this.#stopped) return;
    this.code = code;
    if (code === 0) this.#say(process.stdout, `      ${this.seconds} s\n`);
  }

  /** From now on, and for what it has said so far. */
  show(): void {
    if (this.#shown) return;
    this.#shown = true;
    console.log(`\n${this.title}`);
    for (const [stream, text] of this.#kept.splice(0)) stream.write(text);
  }

  /** The last lines that it said; of one that writes to the terminal by itself there are none. */
  lastWords(): string {
    return this.#last.trim().split('\n').slice(-repeatedLines).join('\n');
  }

  /** Ends what is under way: the gates remove what they have started. */
  async stop(): Promise<void> {
    if (!this.begun || this.code !== undefined) return;
    this.#stopped = true;
    this.#child?.kill('SIGTERM');
    const kill = setTimeout(() => this.#child?.kill('SIGKILL'), longestStop);
    await this.#ended;
    clearTimeout(kill);
    this.#say(process.stdout, '      stopped\n');
  }

  async #run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
    if (this.#stopped) return 1;
    const color = process.stdout.hasColors?.() ? { FORCE_COLOR: '1' } : {};
    const { child, ended } = this.check.alone
      ? start(command, args, { env })
      : start(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...color, ...env } });
    this.#child = child;
    child.stdout?.setEncoding('utf8').on('data', (text) => this.#say(process.stdout, text));
    child.stderr?.setEncoding('utf8').on('data', (text) => this.#say(process.stderr, text));
    return await ended;
  }

  #say(stream: NodeJS.WriteStream, text: string): void {
    this.#last = `${this.#last}${text}`.slice(-longestRepetition);
    if (this.#shown) stream.write(text);
    else this.#kept.push([stream, text]);
  }
}
