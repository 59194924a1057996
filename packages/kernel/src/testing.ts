/** Behaviour that every implementation of a store must show. */

export { MemoryArchive } from './testing/memory-archive.js';
export { type StoreRule, storeRules } from './testing/store-behaviour.js';
