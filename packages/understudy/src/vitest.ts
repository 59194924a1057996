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
import { simulatorsForTests } from './runners/simulators-for-tests.js';
import type { StartOptions } from './start-options.js';
import type { RunningSimulators } from './start-simulators.js';

/** Starts simulators for the tests of a file; see {@link simulatorsForTests}. */
export function useSimulators(options: StartOptions = {}): Omit<RunningSimulators, 'close'> {
  return simulatorsForTests({ beforeAll, afterEach, afterAll }, options);
}
