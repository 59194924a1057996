/** The parts for worker threads, which load nothing that serves requests. */

export { createErrorResult } from './error-result.js';
export { loadBundledContract } from './load-bundled-contract.js';
export { defineCollection } from './store/define-collection.js';
export { resolveBuiltModule } from './threads/resolve-built-module.js';
