// Runs checks, two at a time: what each of them says is shown in one piece and in the order of the list, and the first
// failure ends them all.
import { availableParallelism } from 'node:os';
import { start } from './steps.mjs';

const width = Math.min(2, availableParallelism());

/** Exit code of what a signal has ended. */
const interrupted = 130;

/** Milliseconds that a check which is told to stop may take to remove what it has started. */
const longestStop = 5000;

/** Lines of a failed check that are told again at the end, where they are not buried under what the others say. */
const repeatedLines = 30;

/** Characters of them. */
const longestRepetition = 6000;

/**
 * Runs checks until one fails or a signal comes.
 *
 * @param checks in the order in which they are told: `name`; `check(run)`, which resolves with an exit code and starts
 *   what it needs by `run(command, args)`; `alone`, for what uses every core by itself
 * @returns the exit code: 0 when all have passed
 */
export async function runChecks(checks) {
  const states = checks.map((check, index) => new Running(check, `[${index + 1}/${checks.length}] ${check.name}`));
  return await new Promise((resolve) => {
    let ending = false;

    /** Stops what is under way, shows what everything has said, and tells how it went. */
    async function end(code) {
      if (ending) return;
      ending = true;
      await Promise.all(states.map((state) => state.stop()));
      for (const state of states) if (state.begun) state.show();
      const failed = states.find((state) => state.code > 0);
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

    function proceed() {
      const failed = states.find((state) => state.code > 0);
      if (failed !== undefined) return end(failed.code === interrupted ? interrupted : 1);
      const ahead = states.findIndex((state) => state.code === undefined);
      if (ahead < 0) return end(0);
      // What is at the head of the list speaks at once; what is behind it waits for its turn.
      for (const state of states.slice(0, ahead + 1)) if (state.begun) state.show();
      if (!ending) beginMore();
    }

    function beginMore() {
      for (const state of states.filter(({ begun }) => !begun)) {
        const beside = states.filter((other) => other.begun && other.code === undefined);
        const fits = beside.length < (state.check.alone ? 1 : width) && !beside.some(({ check }) => check.alone);
        if (!fits) return;
        if (beside.length === 0) state.show();
        state.begin().then(proceed);
      }
    }

    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => end(interrupted));
    proceed();
  });
}

/** One check: not begun, under way, or ended. */
class Running {
  begun = false;
  /** Its exit code, once it has ended by itself. */
  code;
  seconds;
  #stopped = false;
  #shown = false;
  #kept = [];
  #last = '';
  #child;
  #ended;

  constructor(check, title) {
    this.check = check;
    this.title = title;
  }

  async begin() {
    this.begun = true;
    const began = performance.now();
    this.#ended = this.check
      .check((command, args) => this.#run(command, args))
      .catch((error) => {
        this.#say(process.stderr, `${error.message}\n`);
        return 1;
      });
    const code = await this.#ended;
    this.seconds = ((performance.now() - began) / 1000).toFixed(1);
    if (this.#stopped) return;
    this.code = code;
    if (code === 0) this.#say(process.stdout, `      ${this.seconds} s\n`);
  }

  /** From now on, and for what it has said so far. */
  show() {
    if (this.#shown) return;
    this.#shown = true;
    console.log(`\n${this.title}`);
    for (const [stream, text] of this.#kept.splice(0)) stream.write(text);
  }

  /** The last lines that it said; of one that writes to the terminal by itself there are none. */
  lastWords() {
    return this.#last.trim().split('\n').slice(-repeatedLines).join('\n');
  }

  /** Ends what is under way: the gates remove what they have started. */
  async stop() {
    if (!this.begun || this.code !== undefined) return;
    this.#stopped = true;
    this.#child?.kill('SIGTERM');
    const kill = setTimeout(() => this.#child?.kill('SIGKILL'), longestStop);
    await this.#ended;
    clearTimeout(kill);
    this.#say(process.stdout, '      stopped\n');
  }

  async #run(command, args) {
    if (this.#stopped) return 1;
    const color = process.stdout.hasColors?.() ? { FORCE_COLOR: '1' } : {};
    const options = this.check.alone ? {} : { stdio: ['ignore', 'pipe', 'pipe'], env: color };
    const { child, ended } = start(command, args, options);
    this.#child = child;
    child.stdout?.setEncoding('utf8').on('data', (text) => this.#say(process.stdout, text));
    child.stderr?.setEncoding('utf8').on('data', (text) => this.#say(process.stderr, text));
    return await ended;
  }

  #say(stream, text) {
    this.#last = `${this.#last}${text}`.slice(-longestRepetition);
    if (this.#shown) stream.write(text);
    else this.#kept.push([stream, text]);
  }
}
