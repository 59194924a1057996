import type { Store } from '../store/store.js';

/** One rule that every implementation of {@link Store} keeps. */
export interface StoreRule {
  name: string;
  /** @throws AssertionError when the store breaks the rule */
  check(store: Store): Promise<void>;
}
