import type { SandboxHandle } from '../control/control.js';
import type { StartOptions } from '../start-options.js';
import { type RunningSimulators, startSimulators } from '../start-simulators.js';

/** Hooks of a test runner: `beforeAll` and so on in Vitest and Jest, `before` in others. */
export interface TestHooks {
  readonly beforeAll: (work: () => Promise<void>, timeoutMs?: number) => unknown;
  readonly afterEach: (work: () => Promise<void>) => unknown;
  readonly afterAll: (work: () => Promise<void>) => unknown;
}

/** Long enough for a busy machine to load a large description. The runners' default timeouts are 5 and 10 seconds. */
export const startTimeoutMs = 60_000;

/** Options of the simulators of a test file. */
export interface TestOptions extends StartOptions {
  /**
   * Set for concurrent tests such as `it.concurrent`: nothing is reset after a test. Each test must create its own
   * sandbox with `await simulators.sandbox()`.
   */
  readonly concurrent?: boolean;
}

/** The simulators of a test file. */
export interface TestSimulators extends Omit<RunningSimulators, 'close'> {
  /** Creates a sandbox with its own state, clock and faults, which exists until the tests of the file have finished. */
  sandbox(): Promise<SandboxHandle>;
}

/**
 * Simulators for the tests of a file: started before the first test, reset after each one, and closed after the last. A
 * defect of the simulators fails the current test. Vitest and Jest have their own entries, `api-understudy/vitest` and
 * `api-understudy/jest`.
 *
 * @returns the simulators, for use in tests and hooks
 *
 * @example
 * import { after, afterEach, before, it } from 'node:test';
 *
 * const simulators = registerTestSimulators({ beforeAll: before, afterEach, afterAll: after }, { apis: ['inventory'] });
 * it('is healthy', async () => assert.equal((await simulators.fetch(`${simulators.url}/io/health_check`)).status, 200));
 */
export function registerTestSimulators(
  hooks: TestHooks,
  { concurrent = false, ...options }: TestOptions = {},
): TestSimulators {
  let running: RunningSimulators | undefined;
  const current = () => {
    if (running === undefined) throw new Error('The simulators run only in tests and hooks');
    return running;
  };
  hooks.beforeAll(async () => {
    running = await startSimulators(options);
  });
  hooks.afterEach(async () => {
    const { control, defects } = current();
    const [defect] = defects.slice(seen);
    seen = defects.length;
    if (!concurrent) await control.reset();
    if (defect !== undefined)
      throw new Error(`Internal error in the simulators: ${defect.what}`, { cause: defect.error });
  });
  hooks.afterAll(async () => {
    await running?.close();
    running = undefined;
  });
  let [seen, sandboxes] = [0, 0];
  return {
    get url() {
      return current().url;
    },
    get controlUrl() {
      return current().controlUrl;
    },
    get description() {
      return current().description;
    },
    get control() {
      return current().control;
    },
    get collection() {
      return current().collection;
    },
    get changes() {
      return current().changes;
    },
    get defects() {
      return current().defects;
    },
    fetch: (input, init) => current().fetch(input, init),
    exchange: (request) => current().exchange(request),
    replace: (api) => current().replace(api),
    answer: (match, answer) => current().answer(match, answer),
    sandbox() {
      sandboxes += 1;
      return current().control.sandboxes.create(`test-${sandboxes}`);
    },
  };
}
