import type { StartOptions } from '../start-options.js';
import { type RunningSimulators, startSimulators } from '../start-simulators.js';

/** What a test runner calls before and after tests: `beforeAll` and so on of vitest and Jest, `before` of others. */
export interface TestHooks {
  readonly beforeAll: (work: () => Promise<void>) => unknown;
  readonly afterEach: (work: () => Promise<void>) => unknown;
  readonly afterAll: (work: () => Promise<void>) => unknown;
}

/**
 * Simulators that live as long as the tests of a file: started before the first one, set back after each to how they
 * started (data, clock, settings, faults), closed after the last. A defect of ours fails the test that met it.
 *
 * For runners without an entry of their own, such as `node:test` and Mocha; `api-understudy/vitest` and
 * `api-understudy/jest` know their hooks.
 *
 * @param options those of {@link startSimulators}
 * @returns what {@link startSimulators} gives, to be used within tests and hooks
 *
 * @example
 * import { after, afterEach, before, it } from 'node:test';
 *
 * const simulators = simulatorsForTests({ beforeAll: before, afterEach, afterAll: after }, { apis: ['inventory'] });
 * it('is healthy', async () => assert.equal((await simulators.fetch(`${simulators.url}/io/health_check`)).status, 200));
 */
export function simulatorsForTests(hooks: TestHooks, options: StartOptions = {}): Omit<RunningSimulators, 'close'> {
  let running: RunningSimulators | undefined;
  const current = () => {
    if (running === undefined) throw new Error('The simulators run within tests and hooks only; use them there');
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
      throw new Error(`The simulators met a defect of their own: ${defect.what}`, { cause: defect.error });
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
    get description() {
      return current().description;
    },
    get control() {
      return current().control;
    },
    get defects() {
      return current().defects;
    },
    fetch: (input, init) => current().fetch(input, init),
    exchange: (request) => current().exchange(request),
    replace: (api) => current().replace(api),
  };
}
