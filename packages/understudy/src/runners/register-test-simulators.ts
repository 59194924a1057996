import type { StartOptions } from '../start-options.js';
import { type RunningSimulators, startSimulators } from '../start-simulators.js';

/** Hooks of a test runner: `beforeAll` and so on in Vitest and Jest, `before` in others. */
export interface TestHooks {
  readonly beforeAll: (work: () => Promise<void>) => unknown;
  readonly afterEach: (work: () => Promise<void>) => unknown;
  readonly afterAll: (work: () => Promise<void>) => unknown;
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
export function registerTestSimulators(hooks: TestHooks, options: StartOptions = {}): Omit<RunningSimulators, 'close'> {
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
    await control.reset();
    if (defect !== undefined)
      throw new Error(`Internal error in the simulators: ${defect.what}`, { cause: defect.error });
  });
  hooks.afterAll(async () => {
    await running?.close();
    running = undefined;
  });
  let seen = 0;
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
  };
}
