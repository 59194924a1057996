/**
 * Drives simulators in tests the way a client does, in process and on a manual clock.
 *
 * @example
 * const driver = new ApiDriver([await api.simulator()]);
 * const made = await driver.call('POST /pets', { body: { name: 'Rex' } });
 * await driver.advance('PT10M');
 * const { status, body } = await driver.call(`GET /pets/${made.body.id}`);
 * await driver.close(); // throws when an answer broke the contract
 */
export {
  ApiDriver,
  type DriverOptions,
  type DriverRequest,
  testOrigin,
  testStartInstant,
} from './testing/api-driver.js';
export { SeenResponse } from './testing/seen-response.js';
