import { connect, createServer, type Socket } from 'node:net';
import { StaleEpochError } from '@understudy/kernel';
import { monotonicNowMs, UnavailableError } from '@understudy/kernel/serving';
import { NotesDriver } from '@understudy/server/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { archiveRules } from '../testing/archive-behavior.js';
import { startPostgres, type TestPostgres } from '../testing/start-postgres.js';
import { LeaseLostError, ProcessLease } from './lease.js';
import { openPostgres } from './open-postgres.js';
import { PostgresArchive } from './postgres-archive.js';
import { SharedDatabase } from './shared-database.js';

let server: TestPostgres;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.close());

const open = async (url: string) => new PostgresArchive(await openPostgres(url));

describe('a PostgreSQL archive', () => {
  for (const rule of archiveRules) {
    it(rule.name, async () => {
      const url = await server.newDatabase();
      await rule.check(() => open(url));
    });
  }

  it('can be created by several processes at the same time', async () => {
    const url = await server.newDatabase();
    const archives = await Promise.all([1, 2, 3, 4].map(() => open(url)));
    await Promise.all(archives.map((archive, index) => archive.append(`s${index}`, 0, [{ kind: 'clear' }])));
    for (const archive of archives) await archive.close();
  });

  it('rejects a database of a newer version, and hides the password in errors', async () => {
    const url = await server.newDatabase();
    const sql = await openPostgres(url);
    await sql.run`UPDATE understudy.schema SET version = 99`;
    await sql.end();
    await expect(open(url)).rejects.toThrow('written by a newer version of Understudy (schema 99');
    const wrong = url.replace('local', 'not-the-password').replace(/test_\d+/, 'nowhere');
    const refusal = await open(wrong).catch((error: unknown) => String(error));
    expect(refusal).toContain('Cannot use the database');
    expect(refusal).not.toContain('not-the-password');
  });

  it('survives losing its connection mid-transaction', { tags: 'slow' }, async () => {
    const sql = await openPostgres(await server.newDatabase());
    // The statement ends its own connection; the client would send a rollback after it.
    const broken = sql.begin((transaction) => transaction`SELECT pg_terminate_backend(pg_backend_pid())`);
    await expect(broken).rejects.toThrow(/Connection terminated|terminating connection/);
    expect(await sql.begin((transaction) => transaction`SELECT 1 AS one`)).toMatchObject([{ one: 1 }]);
    await sql.end();
  });

  it('stores every append even if connections break', { tags: 'slow' }, async () => {
    const url = await server.newDatabase();
    const archive = await open(url);
    const texts = Array.from({ length: 40 }, (_each, index) => String(index));
    const breaking = server.run(
      url,
      `DO $$ BEGIN FOR i IN 1..20 LOOP
         PERFORM pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid();
         PERFORM pg_sleep(0.02); END LOOP; END $$`,
    );
    for (const key of texts) await archive.append('one', 0, [{ ...put, key }]);
    await breaking;
    expect((await archive.read('one')).map(({ key }) => key).sort()).toEqual([...texts].sort());
    await archive.close();
  });

  it('can be read during continuous writes', async () => {
    const archive = await open(await server.newDatabase());
    await archive.append('quiet', 0, [put]);
    let isOver = false;
    const write = async (name: string) => {
      while (!isOver) await archive.append(name, 0, [put]);
    };
    const writing: Promise<void>[] = [];
    for (const name of ['a', 'b', 'c']) {
      writing.push(write(name));
      // Takes turns: whenever a batch ends, the next one is already waiting.
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await archive.read('quiet')).toHaveLength(1);
    expect(await archive.names()).not.toHaveLength(0);
    isOver = true;
    await Promise.all(writing);
    await archive.close();
  });

  it('rejects an append to a locked row within seconds, and commits the other appends', async () => {
    const url = await server.newDatabase();
    const archive = await open(url);
    for (const name of ['locked', 'other']) await archive.append(name, 0, [put]);
    const locking = server.run(
      url,
      `DO $$ BEGIN PERFORM FROM understudy.sandboxes WHERE name = 'locked' FOR UPDATE; PERFORM pg_sleep(30); END $$`,
    );
    const sleeping = `FROM pg_stat_activity WHERE query LIKE 'DO %' AND wait_event = 'PgSleep'`;
    while ((await server.run(url, `SELECT 1 ${sleeping}`)).length === 0);
    const append = (name: string) =>
      archive.append(name, 0, [{ ...put, key: 'next' }]).then(
        () => `${name} stored`,
        (error: unknown) => (error instanceof UnavailableError ? `${name} unavailable` : error),
      );
    const begun = monotonicNowMs();
    const [locked, other] = [append('locked'), append('other')];
    expect(await Promise.race([locked, other])).toBe('other stored');
    expect(await locked).toBe('locked unavailable');
    expect(monotonicNowMs() - begun).toBeLessThan(8000);
    // From now on, others do not wait at all. Changes of the same turn would be rejected, too.
    for (const _turn of [1, 2]) await new Promise((resolve) => setImmediate(resolve));
    const again = append('locked');
    for (let count = 0; count < 20; count += 1)
      expect(await Promise.race([again, append('other')])).toBe('other stored');
    expect(await again).toBe('locked unavailable');
    await Promise.all([
      expect(locking).rejects.toThrow('terminat'),
      server.run(url, `SELECT pg_terminate_backend(pid) ${sleeping}`),
    ]);
    expect(await append('locked')).toBe('locked stored');
    await archive.close();
  });

  it('rejects an append with an invalid value, and commits the other appends', async () => {
    const archive = await open(await server.newDatabase());
    const [invalid, fine] = [
      archive.append('one', 0, [{ ...put, partition: '\u0000' }]),
      archive.append('two', 0, [put]),
    ];
    await expect(invalid).rejects.toThrow('invalid byte sequence');
    await fine;
    expect([await archive.read('one'), (await archive.read('two')).length]).toEqual([[], 1]);
    await archive.close();
  });

  it('rejects an append with an earlier epoch, and commits the other appends', async () => {
    const archive = await open(await server.newDatabase());
    await archive.append('one', 2, [{ kind: 'clear' }]);
    const put = { kind: 'put', partition: 'p', collection: 'c', key: 'k', value: 1 } as const;
    const [late, fine] = [archive.append('one', 1, [put]), archive.append('two', 0, [put])];
    await expect(late).rejects.toBeInstanceOf(StaleEpochError);
    await fine;
    expect([await archive.read('one'), (await archive.read('two')).length]).toEqual([[], 1]);
    await archive.close();
  });
});

describe('a database restored to an older state', () => {
  /** Serves notes from a database. */
  async function startNotes(url: string) {
    const database = await SharedDatabase.open(url);
    await database.announce('http://one');
    const notes = new NotesDriver({ archive: database.archive, ownership: database });
    await notes.simulators.server.sandboxes.recover();
    const close = async () => {
      await notes.close();
      await database.close();
    };
    return { notes, close };
  }

  const backup = `CREATE TABLE copy_of_records AS SELECT * FROM understudy.records;
    CREATE TABLE copy_of_sandboxes AS SELECT name, epoch, commits FROM understudy.sandboxes`;
  const restoreRecords = 'TRUNCATE understudy.records; INSERT INTO understudy.records SELECT * FROM copy_of_records;';
  const texts = async (notes: NotesDriver, ...keys: string[]) =>
    await Promise.all(keys.map(async (key) => (await notes.send(`GET /notes/${key}`)).body.text));

  for (const [what, restore] of [
    [
      'with fewer commits',
      `UPDATE understudy.sandboxes s SET commits = c.commits FROM copy_of_sandboxes c WHERE c.name = s.name`,
    ],
    ['without the sandbox', `DELETE FROM understudy.sandboxes`],
    [
      'from before the latest owner',
      `UPDATE understudy.sandboxes SET epoch = epoch - 1, process = NULL, commits = commits + 10`,
    ],
  ] as const) {
    it(`receives the complete state with the next change: ${what}`, async () => {
      const url = await server.newDatabase();
      const { notes, close } = await startNotes(url);
      expect((await notes.send('PUT /notes/a', { text: 'before' })).status).toBe(200);
      await server.run(url, backup);
      for (const text of ['first', 'second']) expect((await notes.send('PUT /notes/b', { text })).status).toBe(200);
      await server.run(url, restoreRecords + restore);
      const statuses = await Promise.all(
        ['c', 'd'].map(async (key) => (await notes.send(`PUT /notes/${key}`, { text: key })).status),
      );
      expect(statuses).toEqual([200, 200]);
      const [defect, ...more] = notes.simulators.defects.map(({ error }) => String(error));
      expect(defect).toMatch(/older state of sandbox "default": commit \d+, .* has stored the complete state again/);
      expect(more).toEqual([]);
      await close();
      const next = await startNotes(url);
      expect(await texts(next.notes, 'a', 'b', 'c', 'd')).toEqual(['before', 'second', 'c', 'd']);
      await next.close();
    });
  }

  it('rejects a change if another process owns the sandbox, and reports the lost changes', async () => {
    const url = await server.newDatabase();
    const { notes, close } = await startNotes(url);
    expect((await notes.send('PUT /notes/a', { text: 'before' })).status).toBe(200);
    await server.run(
      url,
      `WITH other AS (INSERT INTO understudy.processes (address, until)
         VALUES ('http://other', clock_timestamp() + interval '1 minute') RETURNING id)
       UPDATE understudy.sandboxes SET commits = 0, process = (SELECT id FROM other)`,
    );
    const refused = await notes.send('PUT /notes/b', { text: 'late' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(String(notes.simulators.defects[0]?.error)).toContain('acknowledged changes are lost');
    await close();
  });
});

/** Listens in front of a database, and passes nothing on while it is silent. */
async function startRelay(database: string) {
  const target = new URL(database);
  const { hostname, port } = target;
  const sockets = new Set<Socket>();
  let isSilent = false;
  const relay = createServer((socket) => {
    const onward = connect(Number(port), hostname);
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.on('data', (bytes) => to.write(bytes));
      if (isSilent) from.pause();
    }
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const address = relay.address();
  target.port = String(typeof address === 'object' ? address?.port : '');
  return {
    url: target.href,
    silence() {
      isSilent = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      isSilent = false;
      for (const socket of sockets) socket.resume();
    },
    close: () => relay.close(),
  };
}

/** Acts as a separate process, as far as the database knows. */
async function processAt(url: string, address: string) {
  const sql = await openPostgres(url);
  const lost = { times: 0 };
  // The lease renews itself only once a minute, so the test decides when it expires.
  const lease = await ProcessLease.enter(sql, address, () => (lost.times += 1), {
    times: { length: 60_000, renewal: 50_000 },
  });
  return { sql, lease, lost, archive: new PostgresArchive(sql, () => lease.id) };
}

const put = { kind: 'put', partition: 'p', collection: 'c', key: 'k', value: 1 } as const;

/** Simulates a long pause of a process. */
async function runOut({ sql, lease }: Awaited<ReturnType<typeof processAt>>): Promise<void> {
  await sql.run`UPDATE understudy.processes SET until = clock_timestamp() - interval '1 hour' WHERE id = ${lease.id}`;
}

describe('a process lease', () => {
  it('gives a sandbox to one process at a time, and names the owner to the others', async () => {
    const url = await server.newDatabase();
    const [one, other] = [await processAt(url, 'http://one'), await processAt(url, 'http://other')];
    const claims = await Promise.all([one, other, one, other].map(({ lease }) => lease.claim('s')));
    const owners = claims.filter(({ kind }) => kind === 'own');
    expect(owners).toHaveLength(2);
    expect(owners[0]).toEqual({ kind: 'own', epoch: 1, archived: undefined });
    await (claims[0]?.kind === 'own' ? one : other).archive.append('s', 1, [put]);
    await one.lease.release('s');
    await other.lease.release('s');
    expect(await other.lease.claim('s')).toMatchObject({ kind: 'own', epoch: 2 });
    expect(await one.lease.claim('s')).toEqual({ kind: 'other', address: 'http://other' });
    for (const { archive } of [one, other]) await archive.close();
  });

  it('takes over the sandbox of a paused process, which can no longer write', async () => {
    const url = await server.newDatabase();
    const [paused, next] = [await processAt(url, 'http://paused'), await processAt(url, 'http://next')];
    await paused.lease.claim('s');
    await paused.archive.append('s', 1, [put]);
    await runOut(paused);
    await expect(paused.archive.append('s', 1, [{ ...put, value: 'late' }])).rejects.toBeInstanceOf(LeaseLostError);
    expect(await next.lease.claim('s')).toMatchObject({ kind: 'own', epoch: 2, archived: { name: 's' } });
    // Fails even if the lease was restored by mistake, because the epoch differs.
    await paused.sql.run`UPDATE understudy.processes SET until = clock_timestamp() + interval '1 minute'`;
    await expect(paused.archive.append('s', 1, [{ ...put, value: 'late' }])).rejects.toBeInstanceOf(StaleEpochError);
    await next.archive.append('s', 2, [{ ...put, key: 'next' }]);
    expect((await next.archive.read('s')).map(({ value }) => value)).toEqual([1, 1]);
    for (const { archive } of [paused, next]) await archive.close();
  });

  it('leaves no row for a sandbox that was claimed but never stored', async () => {
    const url = await server.newDatabase();
    const [one, other] = [await processAt(url, 'http://one'), await processAt(url, 'http://other')];
    await one.lease.claim('refused');
    await one.lease.claim('crashed');
    expect(await one.archive.names()).toEqual([]);
    await one.lease.release('refused');
    await one.lease.leave();
    await other.lease.due(1000, 10);
    expect(await other.sql.run`SELECT name FROM understudy.sandboxes`).toHaveLength(0);
    for (const { archive } of [one, other]) await archive.close();
  });

  it('claims no new sandbox while its process drains, and returns the address of another process', async () => {
    const url = await server.newDatabase();
    const [one, other] = [await processAt(url, 'http://one'), await processAt(url, 'http://other')];
    await one.lease.claim('mine');
    one.lease.drain();
    expect(await one.lease.claim('mine')).toMatchObject({ kind: 'own', epoch: 1 });
    expect(await one.lease.claim('new')).toEqual({ kind: 'other', address: 'http://other' });
    await other.lease.leave();
    await expect(one.lease.claim('new')).rejects.toBeInstanceOf(UnavailableError);
    for (const { archive } of [one, other]) await archive.close();
  });

  it('stops serving sandboxes while it cannot be renewed, and resumes afterwards', { tags: 'slow' }, async () => {
    const url = await server.newDatabase();
    const database = await SharedDatabase.open(url, { length: 2000, renewal: 500 });
    await database.announce('http://one');
    const notes = new NotesDriver({ archive: database.archive, ownership: database });
    await notes.simulators.server.sandboxes.recover();
    expect((await notes.send('PUT /notes/a', { text: 'kept' })).status).toBe(200);
    const sql = await openPostgres(url);
    const answers = async (call: string) => (await notes.send(call)).status;
    await sql.begin(async (transaction) => {
      // Blocks all renewals.
      await transaction`LOCK TABLE understudy.processes IN ACCESS EXCLUSIVE MODE`;
      while (database.isHeld) await transaction`SELECT pg_sleep(0.02)`;
      const refused = await notes.send('GET /notes/a');
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
      expect([await answers('GET /_sim/health/live'), await answers('GET /_sim/health/ready')]).toEqual([200, 503]);
    });
    while (!database.isHeld) await sql.run`SELECT pg_sleep(0.02)`;
    expect((await notes.send('GET /notes/a')).body).toMatchObject({ text: 'kept' });
    expect(await answers('GET /_sim/health/ready')).toBe(200);
    await notes.close();
    await database.close();
    await sql.end();
  });

  it('expires on time even if the system clock is set back during a database outage', async () => {
    const relay = await startRelay(await server.newDatabase());
    const database = await SharedDatabase.open(relay.url, { length: 400, renewal: 20 });
    await database.announce('http://one');
    relay.silence();
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    onTestFinished(() => void vi.useRealTimers());
    expect(database.isHeld).toBe(true);
    await expect.poll(() => database.isHeld, { timeout: 2000 }).toBe(false);
    relay.resume();
    await expect.poll(() => database.isHeld, { timeout: 5000 }).toBe(true);
    await database.close();
    relay.close();
  });

  it('serves reads and answers writes with 503 while the database does not respond', { tags: 'slow' }, async () => {
    const relay = await startRelay(await server.newDatabase());
    const database = await SharedDatabase.open(relay.url, { length: 10_000, renewal: 200 });
    await database.announce('http://one');
    const notes = new NotesDriver({ archive: database.archive, ownership: database });
    await notes.simulators.server.sandboxes.recover();
    expect((await notes.send('PUT /notes/a', { text: 'kept' })).status).toBe(200);
    relay.silence();
    const begun = monotonicNowMs();
    const [written, unowned] = [notes.send('PUT /notes/b', { text: 'no' }), notes.send('GET /~other/notes/a')];
    expect((await notes.send('GET /notes/a')).body).toMatchObject({ text: 'kept' });
    for (const { status, headers } of await Promise.all([written, unowned])) {
      expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    }
    expect(monotonicNowMs() - begun).toBeLessThan(2500);
    relay.resume();
    while ((await notes.send('PUT /notes/b', { text: 'yes' })).status !== 200) expect(database.isHeld).toBe(true);
    expect((await notes.send('GET /notes/b')).body).toMatchObject({ text: 'yes' });
    await notes.close();
    await database.close();
    relay.close();
  });

  it('lists inactive sandboxes with due work, the longest waiting first', async () => {
    const url = await server.newDatabase();
    const [one, other] = [await processAt(url, 'http://one'), await processAt(url, 'http://other')];
    const metadata = { kept: true, timeToLive: 5000, lastUsed: 900, summary: null };
    for (const [name, wakesAt] of [
      ['late', 500],
      ['early', 100],
      ['never', null],
      ['future', 2000],
      ['awake', 1],
    ] as const) {
      await one.lease.claim(name);
      await one.archive.append(name, 1, [{ kind: 'metadata', metadata: { ...metadata, wakesAt } }]);
      if (name !== 'awake') await one.lease.release(name);
    }
    expect(await other.lease.due(1000, 10)).toEqual(['early', 'late']);
    await one.lease.leave();
    expect(await other.lease.due(1000, 2)).toEqual(['awake', 'early']);
    for (const { archive } of [one, other]) await archive.close();
  });

  it('does not delete sandboxes that another process serves or that have due work', async () => {
    const url = await server.newDatabase();
    const [one, other] = [await processAt(url, 'http://one'), await processAt(url, 'http://other')];
    const metadata = { kept: true, timeToLive: 5, lastUsed: 10, summary: null };
    for (const [name, wakesAt] of [
      ['served', null],
      ['awake', 0],
      ['idle', null],
    ] as const) {
      await one.lease.claim(name);
      await one.archive.append(name, 1, [put, { kind: 'metadata', metadata: { ...metadata, wakesAt } }]);
    }
    await other.archive.drop('served');
    expect(await other.archive.read('served')).toHaveLength(1);
    await one.lease.leave();
    expect(await other.lease.due(1000, 10)).toEqual(['awake']);
    expect((await other.archive.names()).map(({ name }) => name)).toEqual(['awake']);
    for (const { archive } of [one, other]) await archive.close();
  });

  it('survives a restart of the database', { tags: 'slow' }, async () => {
    const restarted = await startPostgres();
    const url = await restarted.newDatabase();
    const database = await SharedDatabase.open(url, { length: 1000, renewal: 200 });
    let lost = 0;
    database.onLost(() => (lost += 1));
    await database.announce('http://one');
    const { process } = database;
    await database.claim('s');
    await database.archive.append('s', 1, [put]);
    await restarted.restart();
    // Later appends wait.
    await database.archive.append('s', 1, [{ ...put, key: 'after' }]);
    const sql = await openPostgres(url);
    while (!database.isHeld) await sql.run`SELECT pg_sleep(0.02)`;
    expect([lost, database.process]).toEqual([0, process]);
    expect(await database.claim('s')).toMatchObject({ kind: 'own', epoch: 1 });
    await sql.end();
    await database.close();
    await restarted.close();
  });

  it('expires permanently once another process has claimed its sandbox', async () => {
    const url = await server.newDatabase();
    const [paused, next] = [await processAt(url, 'http://paused'), await processAt(url, 'http://next')];
    await paused.lease.claim('s');
    await runOut(paused);
    await next.lease.claim('s');
    expect(await next.sql.run`SELECT 1 FROM understudy.processes WHERE until = '-infinity'`).toHaveLength(1);
    for (const { archive } of [paused, next]) await archive.close();
  });

  it('is held while it is renewed, and is lost when it expires in the database', async () => {
    const url = await server.newDatabase();
    const sql = await openPostgres(url);
    let lost = () => undefined as unknown;
    const ended = new Promise((resolve) => {
      lost = () => resolve('lost');
    });
    const lease = await ProcessLease.enter(sql, 'http://one', () => lost(), { times: { length: 400, renewal: 20 } });
    const [before] = await sql.run<{ until: Date }[]>`SELECT until FROM understudy.processes`;
    const renewed = async () =>
      (await sql.run`SELECT 1 FROM understudy.processes WHERE until > ${before?.until ?? 0}`).length;
    while ((await renewed()) === 0) expect(lease.isHeld).toBe(true);
    await sql.run`UPDATE understudy.processes SET until = clock_timestamp() - interval '1 hour'`;
    expect(await ended).toBe('lost');
    expect(lease.isHeld).toBe(false);
    await sql.end();
  });
});
