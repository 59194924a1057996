/** Types for an API's data for generated requests. */
export type {
  ForeignCaller,
  FuzzApi,
  FuzzCall,
  FuzzControl,
  FuzzEnvironment,
  FuzzFile,
  FuzzTools,
  KnownValues,
  PreparedFuzzEnvironment,
} from './fuzz-api.js';
