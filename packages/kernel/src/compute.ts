/** The parts for worker threads, which load nothing that serves requests. */

export { loadBundledContract } from './load-bundled-contract.js';
export { refuse } from './refusal.js';
export { defineCollection } from './store/define-collection.js';
export { builtModule } from './threads/built-module.js';
