import { parseJson, stringifyJson } from '@understudy/contract';
import type { ArchiveChange, ArchivedSandbox, SandboxMetadata, StoredRecord } from '@understudy/kernel';
import type Database from 'libsql';

interface SandboxRow extends ArchivedSandbox {
  readonly id: number;
  readonly epoch: number;
}

type Address = Omit<StoredRecord, 'value'>;

/** Key and value are JSON strings, because SQLite truncates text at NUL. */
type RecordRow = Address & { readonly value: string };

interface StoredCollection extends Pick<StoredRecord, 'partition' | 'collection'> {
  /** Row numbers of its records. */
  readonly rows: readonly number[];
}

export interface RecordPage {
  readonly keys: readonly string[];
  /** JSON list of the values. */
  readonly values: string;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const sandboxColumns = 'id, name, epoch, kept, time_to_live, last_used, wakes_at, summary';

export type SqliteStatements = ReturnType<typeof prepareStatements>;

/** A change with a serialized value. */
export type SerializedChange = Exclude<ArchiveChange, { kind: 'put' }> | ({ readonly kind: 'put' } & RecordRow);

/** Prepares the statements of an archive once. */
export function prepareStatements(database: Database.Database) {
  const prepare = (sql: string) => database.prepare(sql);
  const begin = prepare('BEGIN IMMEDIATE');
  const commit = prepare('COMMIT');
  const rollback = prepare('ROLLBACK');
  const sandboxes = prepare(`SELECT ${sandboxColumns} FROM sandboxes ORDER BY id`).raw();
  const enter = prepare(
    'INSERT INTO sandboxes (name, epoch) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET epoch = excluded.epoch RETURNING id',
  ).raw();
  const metadata = prepare(
    'UPDATE sandboxes SET kept = ?, time_to_live = ?, last_used = ?, wakes_at = ?, summary = ? WHERE id = ?',
  );
  const forget = prepare('DELETE FROM sandboxes WHERE id = ?');
  const put = prepare(
    'INSERT INTO records (sandbox, partition, collection, key, value) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  );
  const remove = prepare('DELETE FROM records WHERE sandbox = ? AND partition = ? AND collection = ? AND key = ?');
  const clear = prepare('DELETE FROM records WHERE sandbox = ?');
  const collections = prepare(
    'SELECT partition, collection, json_group_array(rowid) FROM records WHERE sandbox = ? GROUP BY 1, 2',
  ).raw();
  // Returns everything in one row, because reading a row costs as much as parsing it. Uses bytes, because the library
  // crashes on invalid UTF-8.
  const page = prepare(`
    SELECT CAST('[' || group_concat(key) || ']' AS BLOB), CAST('[' || group_concat(value) || ']' AS BLOB)
    FROM (SELECT key, value FROM records WHERE rowid IN (SELECT value FROM json_each(?)))`).raw();
  return {
    begin: () => void begin.run(),
    commit: () => void commit.run(),
    rollback: () => void rollback.run(),
    /** Lists the sandboxes in order of creation. */
    sandboxes: (): SandboxRow[] => sandboxes.all().map(sandboxOf),
    /** Inserts a sandbox or updates its epoch. @returns the id of its row */
    enter: (name: string, epoch: number) => Number(cells(enter.all(name, epoch)[0])[0]),
    metadata(id: number, { kept, timeToLive, lastUsed, wakesAt, summary }: SandboxMetadata): void {
      metadata.run(kept ? 1 : 0, timeToLive, lastUsed, wakesAt, stringifyJson(summary), id);
    },
    forget: (id: number) => void forget.run(id),
    put: (id: number, { partition, collection, key, value }: RecordRow) =>
      void put.run(id, partition, collection, key, value),
    delete: (id: number, { partition, collection, key }: Address) => void remove.run(id, partition, collection, key),
    clear: (id: number) => void clear.run(id),
    collections: (id: number): StoredCollection[] =>
      collections.all(id).map((row) => {
        const [partition, collection, rows] = cells(row);
        const numbers: number[] = parseJson(String(rows));
        // In file order, so that each page is read only once.
        return { partition: String(partition), collection: String(collection), rows: numbers.sort((a, b) => a - b) };
      }),
    /** Reads some rows. @throws Error if their keys or UTF-8 are damaged */
    page(rows: readonly number[]): RecordPage {
      const [keys = '[]', values = '[]'] = cells(page.all(stringifyJson(rows))[0]).map(textOf);
      return { keys: parseJson(keys), values };
    },
  };
}

function textOf(bytes: unknown): string | undefined {
  return bytes instanceof Uint8Array ? utf8.decode(bytes) : undefined;
}

function sandboxOf(row: unknown): SandboxRow {
  const [id, name, epoch, kept, timeToLive, lastUsed, wakesAt, summary] = cells(row);
  return {
    id: Number(id),
    name: String(name),
    epoch: Number(epoch),
    kept: kept === 1,
    timeToLive: Number(timeToLive),
    lastUsed: Number(lastUsed),
    wakesAt: wakesAt === null ? null : Number(wakesAt),
    summary: parseJson(String(summary)),
  };
}

function cells(row: unknown): unknown[] {
  return Array.isArray(row) ? row : [];
}

/** Serializes the key and the value of a change. */
export function serializeChange(change: ArchiveChange): SerializedChange {
  if (change.kind === 'clear' || change.kind === 'metadata') return change;
  const { partition, collection } = change;
  const key = stringifyJson(change.key);
  if (change.kind === 'delete') return { kind: 'delete', partition, collection, key };
  return { kind: 'put', partition, collection, key, value: stringifyJson(change.value) };
}
