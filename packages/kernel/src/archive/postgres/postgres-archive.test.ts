import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../testing/start-postgres.js';
import { StaleEpoch } from '../archive.js';
import { archiveBehaviour } from '../archive-behaviour.js';
import { openPostgres } from './open-postgres.js';
import { PostgresArchive } from './postgres-archive.js';

let server: TestPostgres;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.close());

const open = async (url: string) => new PostgresArchive(await openPostgres(url));

describe('an archive in PostgreSQL', () => {
  for (const rule of archiveBehaviour) {
    it(rule.name, async () => {
      const url = await server.newDatabase();
      await rule.check(() => open(url));
    });
  }

  it('is made by several processes at once without one of them failing', async () => {
    const url = await server.newDatabase();
    const archives = await Promise.all([1, 2, 3, 4].map(() => open(url)));
    await Promise.all(archives.map((archive, index) => archive.append(`s${index}`, 0, [{ kind: 'clear' }])));
    for (const archive of archives) await archive.close();
  });

  it('refuses a database of a newer version, and says nothing of the password', async () => {
    const url = await server.newDatabase();
    const sql = await openPostgres(url);
    await sql`UPDATE understudy.schema SET version = 99`;
    await sql.end();
    await expect(open(url)).rejects.toThrow('written by a newer version of Understudy (schema 99');
    const wrong = url.replace('local', 'not-the-password').replace(/test_\d+/, 'nowhere');
    const refusal = await open(wrong).catch((error: unknown) => String(error));
    expect(refusal).toContain('cannot be used');
    expect(refusal).not.toContain('not-the-password');
  });

  it('keeps the others of a transaction in which one append is refused', async () => {
    const archive = await open(await server.newDatabase());
    await archive.append('one', 2, [{ kind: 'clear' }]);
    const put = { kind: 'put', partition: 'p', collection: 'c', key: 'k', value: 1 } as const;
    const [late, fine] = [archive.append('one', 1, [put]), archive.append('two', 0, [put])];
    await expect(late).rejects.toBeInstanceOf(StaleEpoch);
    await fine;
    expect([await archive.read('one'), (await archive.read('two')).length]).toEqual([[], 1]);
    await archive.close();
  });
});
