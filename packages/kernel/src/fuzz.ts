/** What an API tells those who make up requests to it. */
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
