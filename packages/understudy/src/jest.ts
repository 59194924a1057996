/**
 * The simulators in Jest, whose hooks are globals.
 *
 * @example
 * const { useSimulators } = require('api-understudy/jest');
 *
 * const simulators = useSimulators({ apis: ['inventory'] });
 * it('is healthy', async () => {
 *   expect((await simulators.fetch(`${simulators.url}/io/health_check`)).status).toBe(200);
 * });
 *
 * @packageDocumentation
 */
import {
  registerTestSimulators,
  startTimeoutMs,
  type TestHooks,
  type TestOptions,
  type TestSimulators,
} from './runners/register-test-simulators.js';

/**
 * Starts simulators for the tests of a file; see {@link registerTestSimulators}.
 *
 * @param hooks hooks of the test file, if this module is loaded outside of it
 * @throws Error outside of Jest
 */
export function useSimulators(
  options: TestOptions = {},
  hooks: Partial<TestHooks> = globalThis as Partial<TestHooks>,
): TestSimulators {
  const { beforeAll, afterEach, afterAll } = hooks;
  if (beforeAll === undefined || afterEach === undefined || afterAll === undefined) {
    throw new Error('api-understudy/jest needs the global hooks of Jest. Call useSimulators in a test file');
  }
  return registerTestSimulators({ beforeAll: (work) => beforeAll(work, startTimeoutMs), afterEach, afterAll }, options);
}
