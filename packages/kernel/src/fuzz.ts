/** What an API tells those who make up requests to it. */
export type {
  Familiar,
  FuzzApi,
  FuzzCall,
  FuzzControl,
  FuzzFile,
  FuzzPlace,
  FuzzTools,
  FuzzWorld,
  Stranger,
} from './fuzz/fuzz-api.js';
