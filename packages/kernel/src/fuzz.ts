/** The data of an API for generated requests. */
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
