/**
 * Calls simulators in tests like a client, in process and on a manual clock.
 *
 * @example
 * const driver = new ApiDriver([await api.simulator()]);
 * const made = await driver.call('POST /pets', { body: { name: 'Rex' } });
 * await driver.advance('PT10M');
 * const { status, body } = await driver.call(`GET /pets/${made.body.id}`);
 * await driver.close(); // throws if a response violated the contract
 */
export {
  ApiDriver,
  type DriverOptions,
  type DriverRequest,
  testOrigin,
  testStartInstant,
} from './testing/api-driver.js';
export { SeenResponse } from './testing/seen-response.js';
