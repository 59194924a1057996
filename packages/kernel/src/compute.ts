/**
 * What jobs are computed with. Modules that run in worker threads import it from here, so that a thread loads nothing
 * that serves requests.
 */

export { loadBundledContract } from './load-bundled-contract.js';
export { refuse } from './refusal.js';
export { defineCollection } from './store/define-collection.js';
export { builtModule } from './threads/built-module.js';
