/** Test drivers for simulators. Available from source only, not published. */
export type { DriverOptions, DriverRequest } from './testing/api-driver.js';
export { ApiDriver, sharedWorkerPool, testOrigin, testStartInstant } from './testing/api-driver.js';
export { findFreePort } from './testing/find-free-port.js';
export { NotesDriver } from './testing/notes-driver.js';
export { notesCollection, notesSimulator } from './testing/notes-simulator.js';
export { parcelsSimulator } from './testing/parcels-simulator.js';
export { SeenResponse } from './testing/seen-response.js';
export { useDrivers } from './testing/use-drivers.js';
export { useNotesApi } from './testing/use-notes-api.js';
