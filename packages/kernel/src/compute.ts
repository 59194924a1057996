/** The kernel's exports for worker threads. They load no request-handling code. */

export { createErrorResult } from './error-result.js';
export { loadBundledContract } from './load-bundled-contract.js';
export { defineCollection } from './store/define-collection.js';
export { resolveBuiltModule } from './threads/resolve-built-module.js';
