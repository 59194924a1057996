// Runs checks, some of them concurrently. A terminal shows the output of each check as a block, in the order of the
// list. A log gets one plain line for each finished check, and the output of failed checks.
import type { ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { stripVTControlCharacters } from 'node:util';
import { start } from './steps.mjs';

/** Runs a command in the repository root. Resolves with its exit code. */
export type Run = (command: string, args: readonly string[], env?: NodeJS.ProcessEnv) => Promise<number>;

/** An entry in a list of checks. */
export interface Check {
  readonly name: string;
  /** Resolves with an exit code. Starts processes with `run`. */
  readonly check: (run: Run) => Promise<number>;
  /** True for a check that uses every core or that measures. */
  readonly alone?: boolean;
  /** Number of slots that the check uses. Default 1. */
  readonly places?: number;
}

const isTerminal = process.stdout.isTTY === true;

/** Number of concurrent checks: one more than the cores, because checks that use ports often wait. */
const places = Math.min(3, availableParallelism() + 1);

/** Exit code after a signal. */
const interrupted = 130;

/** Time that a stopped check has to clean up its processes and files, in milliseconds. */
const longestStop = 5000;

/** Number of output lines of a failed check that are repeated after the log. */
const repeatedLines = 30;

const longestRepetition = 6000;

/**
 * Runs checks until one fails or a signal arrives.
 *
 * @param checks in display order
 * @param options `keepGoing`: runs all checks and lists all failures
 * @returns the exit code: 0 when all have passed
 */
export async function runChecks(checks: readonly Check[], { keepGoing = false } = {}): Promise<number> {
  const states = checks.map((check, index) => new Running(check, `[${index + 1}/${checks.length}] ${check.name}`));
  return await new Promise((resolve) => {
    let ending = false;

    /** Stops running checks, shows their output and reports the result. */
    async function end(code: number): Promise<void> {
      if (ending) return;
      ending = true;
      await Promise.all(states.map((state) => state.stop()));
      for (const state of states) if (state.begun) state.show();
      const failed = states.filter((state) => hasFailed(state) && state.code !== interrupted);
      const passed = states.filter((state) => state.code === 0).length;
      if (isTerminal) for (const each of failed) console.error(`\n${each.summary()}\n${each.lastWords()}`);
      if (code === interrupted) console.error(`\nStopped; ${passed} of ${states.length} checks had passed.`);
      else console.log(`\nchecks: ${passed} passed, ${failed.length} failed`);
      for (const each of failed) console.log(`  ${each.summary()}`);
      resolve(code);
    }

    function proceed(): void {
      const failed = states.filter(hasFailed);
      if (failed.some(({ code }) => code === interrupted)) return void end(interrupted);
      const ahead = states.findIndex((state) => state.code === undefined);
      if (ahead < 0 || (failed.length > 0 && !keepGoing)) return void end(Math.min(1, failed.length));
      // The first running check of the list prints immediately; later ones wait.
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

/** One check: not started, running or finished. */
class Running {
  begun = false;
  /** Its exit code, unless it was stopped. */
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
    if (isTerminal && code === 0) this.#say(process.stdout, `      ${this.seconds} s\n`);
    if (isTerminal) return;
    console.log(`${this.title}: ${this.#result()}`);
    const output = this.#kept.splice(0).map(([, text]) => text);
    if (code !== 0) console.log(stripVTControlCharacters(output.join('')).trimEnd());
  }

  summary(): string {
    return `${this.check.name}: ${this.#result()}`;
  }

  #result(): string {
    return this.code === 0 ? `${this.seconds} s` : `FAILED after ${this.seconds} s`;
  }

  /** In a terminal, prints the check's output so far, and further output as it arrives. */
  show(): void {
    if (this.#shown || !isTerminal) return;
    this.#shown = true;
    console.log(`\n${this.title}`);
    for (const [stream, text] of this.#kept.splice(0)) stream.write(text);
  }

  /** Returns the last output lines, or none if the check writes directly to the terminal. */
  lastWords(): string {
    return this.#last.trim().split('\n').slice(-repeatedLines).join('\n');
  }

  /** Stops the check. Gates then clean up the processes and files that they created. */
  async stop(): Promise<void> {
    if (!this.begun || this.code !== undefined) return;
    this.#stopped = true;
    this.#child?.kill('SIGTERM');
    const kill = setTimeout(() => this.#child?.kill('SIGKILL'), longestStop);
    await this.#ended;
    clearTimeout(kill);
    if (isTerminal) this.#say(process.stdout, '      stopped\n');
    else console.log(`${this.title}: stopped`);
  }

  async #run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
    if (this.#stopped) return 1;
    const color = process.stdout.hasColors?.() ? { FORCE_COLOR: '1' } : {};
    const { child, ended } =
      this.check.alone && isTerminal
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
