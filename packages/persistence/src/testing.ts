export { type ArchiveRule, archiveRules } from './testing/archive-behaviour.js';
export { startPostgres, type TestPostgres } from './testing/start-postgres.js';
