/**
 * Learns the behavior of an API from recordings.
 *
 * @packageDocumentation
 */

export { Anonymizer } from './anonymizer.js';
export type { LearnedOperation } from './describe-recording.js';
export {
  formatAgreement,
  formatEvidence,
  type LearnedStatement,
  listCosts,
  listStatements,
} from './format-evidence.js';
export {
  type LearnedApi,
  type LearnedDescription,
  type LearnOptions,
  learnApi,
  replayLearnedApi,
} from './learn-api.js';
export { changeAmounts, type LearnedSeed } from './learn-seed.js';
export { readJson } from './read-json.js';
export { type RecordedEntry, type RecordedExchange, readExchanges } from './recorded-exchange.js';
export { type ReplayAgreement, type ReplaySender, summarizeReplay } from './replay.js';
