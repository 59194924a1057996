export { type ArchiveRule, archiveBehaviour } from './testing/archive-behaviour.js';
export { startPostgres, type TestPostgres } from './testing/start-postgres.js';
