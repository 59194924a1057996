/**
 * The simulators in vitest.
 *
 * @example
 * import { useSimulators } from 'api-understudy/vitest';
 *
 * const simulators = useSimulators({ apis: ['inventory'] });
 * it('is healthy', async () => {
 *   expect((await simulators.fetch(`${simulators.url}/io/health_check`)).status).toBe(200);
 * });
 *
 * @packageDocumentation
 */
import { afterAll, afterEach, beforeAll } from 'vitest';
import {
  registerTestSimulators,
  startTimeoutMs,
  type TestOptions,
  type TestSimulators,
} from './runners/register-test-simulators.js';

/** Starts simulators for the tests of a file; see {@link registerTestSimulators}. */
export function useSimulators(options: TestOptions = {}): TestSimulators {
  return registerTestSimulators({ beforeAll: (work) => beforeAll(work, startTimeoutMs), afterEach, afterAll }, options);
}
