/** The data of an API for generated requests. */
export type {
  ForeignCaller,
  FuzzApi,
  FuzzCall,
  FuzzControl,
  FuzzFile,
  FuzzPlace,
  FuzzTools,
  FuzzWorld,
  KnownValues,
} from './fuzz-api.js';
