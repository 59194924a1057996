import assert from 'node:assert/strict';
import { type ArchiveChange, type SandboxArchive, StaleEpochError, type StoredRecord } from '@understudy/kernel';

/** A rule that every implementation of {@link SandboxArchive} must follow. */
export interface ArchiveRule {
  readonly name: string;
  /**
   * Checks the rule. @param open reopens the archive, like a new process @throws AssertionError if it breaks the rule
   */
  check(open: () => Promise<SandboxArchive>): Promise<void>;
}

const address = { partition: 'p/a', collection: 'items' };
const put = (key: string, value: unknown): ArchiveChange => ({ kind: 'put', ...address, key, value });
const record = (key: string, value: unknown): StoredRecord => ({ ...address, key, value });

/**
 * Rules for the behavior of a {@link SandboxArchive}, which any test runner can check on any implementation. Each rule
 * needs its own empty archive.
 *
 * @example
 * for (const rule of archiveRules) it(rule.name, () => rule.check(() => SqliteArchive.open(newFile)));
 */
export const archiveRules: readonly ArchiveRule[] = [
  {
    name: 'keeps the records of each sandbox when it is closed and reopened',
    async check(open) {
      const archive = await open();
      const value = { text: 'ä\u0000\u{1F600}', list: [1, null, -0.5], nested: { empty: '' } };
      await archive.append('one', 0, [put('a', value), put('b', 1)]);
      await archive.append('two', 0, [put('a', 'other')]);
      await archive.close();
      const again = await open();
      assert.deepEqual(await sorted(again, 'one'), [record('a', value), record('b', 1)]);
      assert.deepEqual(await sorted(again, 'two'), [record('a', 'other')]);
      assert.deepEqual(
        (await again.names()).map(({ name }) => name),
        ['one', 'two'],
      );
      await again.close();
    },
  },
  {
    name: 'applies puts, deletes and clears in order',
    async check(open) {
      const archive = await open();
      await archive.append('one', 0, [put('a', 1), put('b', 1), put('a', 2)]);
      await archive.append('one', 0, [{ kind: 'delete', ...address, key: 'b' }, put('c', 3)]);
      assert.deepEqual(await sorted(archive, 'one'), [record('a', 2), record('c', 3)]);
      await archive.append('one', 0, [put('d', 4), { kind: 'clear' }, put('e', 5)]);
      assert.deepEqual(await sorted(archive, 'one'), [record('e', 5)]);
      await archive.close();
    },
  },
  {
    name: 'keeps records apart whatever characters their keys contain',
    async check(open) {
      const archive = await open();
      const keys = ["'; DROP TABLE records; --", '\u0000', '', '\u{1F600}', '\uE000', '\uD800', 'a/b', 'A'];
      await archive.append('one', 0, [
        ...keys.map((key) => put(key, key)),
        { kind: 'put', partition: 'p', collection: 'a/items', key: 'A', value: 'other' },
      ]);
      const read = await archive.read('one');
      assert.deepEqual(new Set(read.map(({ value }) => value)), new Set([...keys, 'other']));
      assert.ok(read.every(({ key, value }) => value === 'other' || key === value));
      await archive.close();
    },
  },
  {
    name: 'keeps concurrent appends in the order of the calls',
    async check(open) {
      const archive = await open();
      const appends = Array.from({ length: 50 }, (_, number) => archive.append('one', 0, [put('a', number)]));
      assert.deepEqual(await archive.read('one'), [record('a', 49)], 'who reads sees what was appended');
      await Promise.all(appends);
      await archive.close();
    },
  },
  {
    name: 'reads more records than fit into one page',
    async check(open) {
      const archive = await open();
      const keys = Array.from({ length: 2500 }, (_, number) => `k${number}`);
      await archive.append(
        'one',
        0,
        keys.map((key) => put(key, key)),
      );
      assert.deepEqual(new Set((await archive.read('one')).map(({ key }) => key)), new Set(keys));
      await archive.close();
    },
  },
  {
    name: 'stores a value as it was when appended, despite later changes',
    async check(open) {
      const archive = await open();
      const value = { count: 1 };
      const appended = archive.append('one', 0, [put('a', value)]);
      value.count = 2;
      await appended;
      assert.deepEqual(await archive.read('one'), [record('a', { count: 1 })]);
      await archive.close();
    },
  },
  {
    name: 'drops a sandbox with all its records, and no other sandbox',
    async check(open) {
      const archive = await open();
      await archive.append('one', 0, [put('a', 1)]);
      await archive.append('two', 0, [put('a', 2)]);
      await archive.drop('one');
      await archive.drop('never there');
      assert.deepEqual(await archive.read('one'), []);
      await archive.append('one', 0, [put('b', 3)]);
      await archive.close();
      const again = await open();
      assert.deepEqual(await again.read('one'), [record('b', 3)]);
      assert.deepEqual(await again.read('two'), [record('a', 2)]);
      assert.deepEqual(
        (await again.names()).map(({ name }) => name),
        ['two', 'one'],
      );
      await again.close();
    },
  },
  {
    name: 'keeps the metadata of a sandbox, with or without records',
    async check(open) {
      const archive = await open();
      const clock = { mode: 'manual', at: '2026-01-15T09:00:00.000Z' } as const;
      const summary = { clock, progression: 'immediate', seed: 'demo' } as const;
      const metadata = { kept: false, timeToLive: 60_000, lastUsed: 1_800_000_000_000, wakesAt: null, summary };
      await archive.append('one', 0, [put('a', 1), { kind: 'metadata', metadata }]);
      await archive.append('two', 0, [{ kind: 'metadata', metadata: { ...metadata, kept: true, wakesAt: 5 } }]);
      await archive.close();
      const again = await open();
      assert.deepEqual(await again.names(), [
        { name: 'one', ...metadata },
        { name: 'two', ...metadata, kept: true, wakesAt: 5 },
      ]);
      await again.close();
    },
  },
  {
    name: 'rejects appends with an earlier epoch, even after it is reopened',
    async check(open) {
      const archive = await open();
      await archive.append('one', 1, [put('a', 'first')]);
      await archive.append('one', 2, [put('a', 'taken over')]);
      await assert.rejects(archive.append('one', 1, [put('a', 'late')]), StaleEpochError);
      await archive.close();
      const again = await open();
      const [late, fine] = [again.append('one', 1, [put('a', 'late')]), again.append('two', 0, [put('a', 'fine')])];
      await assert.rejects(late, StaleEpochError);
      await fine;
      assert.deepEqual(await again.read('one'), [record('a', 'taken over')]);
      assert.deepEqual(await again.read('two'), [record('a', 'fine')]);
      await again.close();
    },
  },
  {
    name: 'stores nothing of an append if one value cannot be stored',
    async check(open) {
      const archive = await open();
      await archive.append('one', 0, [put('a', 1)]);
      const circular: Record<string, unknown> = {};
      circular['itself'] = circular;
      await assert.rejects(archive.append('one', 0, [put('a', 2), put('b', circular)]));
      assert.deepEqual(await archive.read('one'), [record('a', 1)]);
      await archive.close();
    },
  },
];

async function sorted(archive: SandboxArchive, sandbox: string): Promise<StoredRecord[]> {
  return (await archive.read(sandbox)).sort((one, other) => (one.key < other.key ? -1 : 1));
}
