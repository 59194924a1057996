/** Behavior required of every store implementation. */

export { MemoryArchive } from './testing/memory-archive.js';
export { type StoreRule, storeRules } from './testing/store-behavior.js';
