import { type Sql, SqlText } from './sql.js';

const schemaSteps: readonly string[] = [
  `CREATE TABLE understudy.processes (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     address text NOT NULL,
     until timestamptz NOT NULL
   );
   CREATE TABLE understudy.sandboxes (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     name text COLLATE "C" NOT NULL UNIQUE,
     process bigint,
     epoch bigint NOT NULL,
     kept boolean NOT NULL,
     time_to_live bigint NOT NULL,
     last_used bigint NOT NULL,
     wakes_at bigint,
     summary text NOT NULL DEFAULT 'null'
   );
   CREATE TABLE understudy.secrets (
     single boolean PRIMARY KEY DEFAULT true CHECK (single),
     secret text NOT NULL
   );
   CREATE INDEX ON understudy.sandboxes (wakes_at) WHERE wakes_at IS NOT NULL;
   CREATE INDEX ON understudy.sandboxes (process) WHERE process IS NOT NULL;
   CREATE TABLE understudy.records (
     sandbox bigint NOT NULL,
     address bytea NOT NULL,
     partition text NOT NULL,
     collection text NOT NULL,
     key text NOT NULL,
     value text NOT NULL,
     PRIMARY KEY (sandbox, address)
   );`,
  // Workers, and the queue of their work, ordered by number.
  `CREATE TABLE understudy.workers (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     until timestamptz NOT NULL,
     tasks text[] NOT NULL,
     locks text[] NOT NULL DEFAULT '{}'
   );
   CREATE TABLE understudy.work (
     id text COLLATE "C" PRIMARY KEY,
     process bigint NOT NULL,
     sandbox text NOT NULL,
     task text NOT NULL,
     number int NOT NULL,
     scale double precision,
     input bytea NOT NULL,
     worker bigint,
     stopped boolean NOT NULL DEFAULT false,
     done boolean NOT NULL DEFAULT false,
     output bytea,
     failure text
   );
   CREATE TABLE understudy.told (
     work text COLLATE "C" NOT NULL REFERENCES understudy.work ON DELETE CASCADE,
     number int NOT NULL,
     value bytea NOT NULL,
     PRIMARY KEY (work, number)
   );`,
  `DROP SCHEMA IF EXISTS understudy_queue CASCADE;
   ALTER TABLE understudy.workers DROP COLUMN locks;
   ALTER TABLE understudy.work ADD COLUMN attempts int NOT NULL DEFAULT 0;
   ALTER TABLE understudy.told RENAME TO progress;`,
  `CREATE TABLE understudy.journal (
     sandbox text COLLATE "C" NOT NULL,
     seq bigint NOT NULL,
     at bigint NOT NULL,
     bytes int NOT NULL,
     entry text NOT NULL,
     PRIMARY KEY (sandbox, seq)
   );
   CREATE INDEX ON understudy.journal (at, bytes);`,
  // Number of the latest commit of a sandbox. It is lower in a database restored from a backup.
  'ALTER TABLE understudy.sandboxes ADD COLUMN commits bigint NOT NULL DEFAULT 0;',
];

/** Arbitrary id of the advisory lock for migrations. */
const schemaLock = 55_537_464;

/** Migrates a database, one process at a time. @throws Error if it was written by a newer version */
export async function migratePostgres(sql: Sql): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`SELECT pg_advisory_xact_lock(${schemaLock})`;
    await transaction`CREATE SCHEMA IF NOT EXISTS understudy`;
    await transaction`CREATE TABLE IF NOT EXISTS understudy.schema (version int NOT NULL)`;
    const [row] = await transaction<{ version: number }[]>`SELECT version FROM understudy.schema`;
    const version = row?.version ?? 0;
    if (version > schemaSteps.length) {
      throw new Error(
        `The database was written by a newer version of Understudy (schema ${version}; this one reads up to ${schemaSteps.length}); use that version, or another database`,
      );
    }
    for (const step of schemaSteps.slice(version)) await transaction`${new SqlText(step)}`;
    await transaction`DELETE FROM understudy.schema`;
    await transaction`INSERT INTO understudy.schema (version) VALUES (${schemaSteps.length})`;
  });
}
