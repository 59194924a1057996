export { type ArchiveRule, archiveRules } from './testing/archive-behavior.js';
export { startPostgres, type TestPostgres } from './testing/start-postgres.js';
