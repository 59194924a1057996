/** Behaviour that every implementation of a store must show. */
export { type StoreRule, storeBehaviour } from './testing/store-behaviour.js';
