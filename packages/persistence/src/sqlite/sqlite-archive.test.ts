import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ArchiveChange } from '@understudy/kernel';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SqliteArchive } from './sqlite-archive.js';
import { sqliteMigrations } from './sqlite-schema.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'understudy-sqlite-'));
});
afterAll(() => rm(folder, { recursive: true }));

const put = (key: string, value: unknown): ArchiveChange => ({
  kind: 'put',
  partition: 'p',
  collection: 'c',
  key,
  value,
});

describe('a SQLite archive file', () => {
  it('is migrated to the latest schema if an earlier version wrote it', async () => {
    const file = join(folder, 'first.db');
    const earlier = new Database(file);
    earlier.exec(`${sqliteMigrations[0]}
      PRAGMA application_id = 0x55537464;
      PRAGMA user_version = 1;
      INSERT INTO sandboxes (name, epoch) VALUES ('default', 0);
      INSERT INTO records VALUES (1, 'p', 'c', '"k"', '{"amount":1}');`);
    earlier.close();
    const archive = await SqliteArchive.open(file);
    expect(await archive.names()).toEqual([
      // The sandbox must be activated to find due timers, because there is no metadata about them.
      { name: 'default', kept: true, timeToLive: Number.MAX_SAFE_INTEGER, lastUsed: 0, wakesAt: 0, summary: null },
    ]);
    expect(await archive.read('default')).toEqual([
      { partition: 'p', collection: 'c', key: 'k', value: { amount: 1 } },
    ]);
    await archive.append('default', 0, [put('k', 2)]);
    await archive.close();
    const again = await SqliteArchive.open(file);
    expect(await again.read('default')).toMatchObject([{ key: 'k', value: 2 }]);
    await again.close();
  });

  it('is rejected if it is from a newer version or another program, or is not a database', async () => {
    const newer = join(folder, 'newer.db');
    await (await SqliteArchive.open(newer)).close();
    const raised = new Database(newer);
    raised.exec('PRAGMA user_version = 99');
    raised.close();
    await expect(SqliteArchive.open(newer)).rejects.toThrow(/newer version of Understudy \(schema 99; .* up to 3\)/);

    const foreign = join(folder, 'foreign.db');
    const other = new Database(foreign);
    other.exec('CREATE TABLE theirs (a)');
    other.close();
    await expect(SqliteArchive.open(foreign)).rejects.toThrow(/belongs to another program; choose another folder/);

    const junk = join(folder, 'junk.db');
    await writeFile(junk, 'no database at all, but long enough to be taken for one '.repeat(100));
    await expect(SqliteArchive.open(junk)).rejects.toThrow(/not a database/);
  });

  it('returns many small and a few large records in key order', async () => {
    const archive = await SqliteArchive.open(join(folder, 'sizes.db'));
    const keys = Array.from({ length: 3000 }, (_each, index) => `k${String(index).padStart(4, '0')}`);
    const value = (index: number) => ({ text: index > 2500 && index % 100 === 0 ? 'ö'.repeat(1_500_000) : `${index}` });
    await archive.append(
      'one',
      0,
      keys.map((key, index) => put(key, value(index))),
    );
    const records = await archive.read('one');
    expect(records.map(({ key }) => key)).toEqual(keys);
    expect(records.every((record, index) => JSON.stringify(record.value) === JSON.stringify(value(index)))).toBe(true);
    await archive.close();
  });

  it('cannot be opened again while it is open', async () => {
    const file = join(folder, 'owned.db');
    const owner = await SqliteArchive.open(file);
    await expect(SqliteArchive.open(file)).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
    await owner.close();
    await (await SqliteArchive.open(file)).close();
  });

  it('rejects all appends of a batch that does not fit on disk, and accepts later ones that fit', async () => {
    const file = join(folder, 'full.db');
    // Simulates a full disk: SQLite limits the number of pages.
    const archive = await SqliteArchive.open(file, { mostPages: 20 });
    await archive.append('one', 0, [put('a', 'before')]);
    const large = 'x'.repeat(100_000);
    const appends = [
      archive.append('one', 0, [put('a', 'after')]),
      archive.append('one', 0, [put('b', large)]),
      archive.append('new', 0, [put('a', 1)]),
    ];
    const outcomes = await Promise.allSettled(appends);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(outcomes[1]).toMatchObject({ reason: { code: 'SQLITE_FULL' } });
    expect(await archive.read('one')).toMatchObject([{ key: 'a', value: 'before' }]);
    expect((await archive.names()).map(({ name }) => name)).toEqual(['one']);
    await archive.append('new', 0, [put('a', 'fits')]);
    await archive.close();
    const again = await SqliteArchive.open(file);
    expect(await again.read('new')).toMatchObject([{ value: 'fits' }]);
    await again.append('new', 0, [put('b', large)]);
    await again.close();
  });
});
