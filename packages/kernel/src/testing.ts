/** Behavior required of every store implementation. */

export type {
  FuzzApi,
  FuzzCall,
  FuzzFile,
  FuzzTools,
  PreparedFuzzEnvironment,
} from './testing/fuzz-api.js';
export { MemoryArchive } from './testing/memory-archive.js';
export { type StoreRule, storeRules } from './testing/store-behavior.js';
