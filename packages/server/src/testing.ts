/** Drivers for tests of simulators. Source only, not published. */
export type { DriverOptions, Request } from './testing/api-driver.js';
export { ApiDriver, origin, sharedPool, startOfTime } from './testing/api-driver.js';
export { drivers } from './testing/drivers.js';
export { freePort } from './testing/free-port.js';
export { notesApis } from './testing/notes-apis.js';
export { notes, notesSimulator } from './testing/notes-simulator.js';
export { parcelsSimulator } from './testing/parcels-simulator.js';
export { Seen } from './testing/seen.js';
export { Notes } from './testing/start-notes.js';
