import assert from 'node:assert/strict';
import { defineCollection } from '../store/define-collection.js';
import { type Collection, type CollectionEntry, ConflictError, type RecordStore } from '../store/store.js';

interface Visit {
  room?: string;
  at: number;
  urgent: boolean;
}

const counts = defineCollection<number>('counts');
const visits = defineCollection<Visit>('visits').indexedBy({
  room: ({ room, at, urgent }) => (room === undefined ? undefined : [room, at, urgent]),
});

/** Rules for ranges, counts and indexes. */
export const rangeRules: StoreRules = {
  'returns a range in the order of the index keys, then of the record keys': async (store) => {
    await putVisits(store);
    const stored = store.begin('s1').collection('p', visits);
    assert.deepEqual(keysOf(await stored.range('room')), ['g', 'a', 'c', 'e', 'd', 'b']);
    assert.deepEqual(keysOf(await stored.range('room', ['A'], ['A'])), ['g', 'a', 'c', 'e']);
    assert.deepEqual(keysOf(await stored.range('room', ['A', 10], ['A', 10])), ['a', 'c', 'e']);
    assert.deepEqual(keysOf(await stored.range('room', ['A', 10, true], ['B', 9])), ['e', 'd']);
    assert.deepEqual(keysOf(await stored.range('room', ['A', 3.5])), ['a', 'c', 'e', 'd', 'b']);
    assert.deepEqual(keysOf(await stored.range('room', undefined, ['A', 9.5])), ['g']);
    assert.deepEqual(keysOf(await stored.range('room', ['C'])), []);
    assert.deepEqual(keysOf(await stored.range('key', ['b'], ['d'])), ['b', 'c', 'd']);
    assert.deepEqual(keysOf(await stored.range('key', [], [], { limit: 2 })), ['a', 'b']);
  },
  'pages through a range in both directions, even after a deleted record': async (store) => {
    await putVisits(store);
    const pages = async (reverse: boolean) => {
      const seen: string[][] = [];
      let after: CollectionEntry<Visit> | undefined;
      for (;;) {
        const stored = store.begin('s1').collection('p', visits);
        const options = { limit: 3, reverse, ...(after === undefined ? {} : { after }) };
        const page = await stored.range('room', ['A', 9], ['B'], options);
        after = page.at(-1);
        if (after === undefined) return seen;
        seen.push(keysOf(page));
        const removing = store.begin('s1');
        await removing.collection('p', visits).delete(after.key);
        await removing.commit();
      }
    };
    assert.deepEqual(await pages(true), [
      ['b', 'd', 'e'],
      ['c', 'a'],
    ]);
    await putVisits(store);
    assert.deepEqual(await pages(false), [
      ['a', 'c', 'e'],
      ['d', 'b'],
    ]);
  },
  'includes staged changes in ranges and counts': async (store) => {
    await putVisits(store);
    const stored = store.begin('s1').collection('p', visits);
    await stored.put('h', { room: 'A', at: 4, urgent: false });
    await stored.put('c', { room: 'B', at: 1, urgent: false });
    await stored.put('b', { at: 1, urgent: false });
    await stored.delete('a');
    assert.deepEqual(keysOf(await stored.range('room')), ['g', 'h', 'e', 'c', 'd']);
    assert.deepEqual(keysOf(await stored.range('room', ['A'], ['A'], { limit: 2, reverse: true })), ['e', 'h']);
    assert.deepEqual(await Promise.all([stored.count('room'), stored.count('room', ['A'], ['A'])]), [5, 3]);
    assert.equal(await stored.count(), 7);
    await stored.delete('h');
    await stored.put('a', { room: 'A', at: 2, urgent: false });
    assert.deepEqual(keysOf(await stored.range('room', ['A'], ['A'])), ['a', 'g', 'e']);
  },
  'updates its indexes for committed, loaded and replaced records': async (store) => {
    await putVisits(store);
    await store.load('s2', await store.dump('s1'));
    for (const sandbox of ['s1', 's2']) {
      const before = store.begin(sandbox).collection('p', visits);
      assert.deepEqual([await before.count('room'), await before.count('room', ['B'], ['B'])], [6, 2]);
      const unit = store.begin(sandbox);
      const stored = unit.collection('p', visits);
      await stored.put('a', { room: 'B', at: 1, urgent: false });
      await stored.put('f', { room: 'B', at: 2, urgent: false });
      await stored.put('b', { at: 0, urgent: false });
      await stored.delete('d');
      await unit.commit();
      const after = store.begin(sandbox).collection('p', visits);
      assert.deepEqual(keysOf(await after.range('room', ['B'])), ['a', 'f']);
      assert.deepEqual([await after.count(), await after.count('room')], [6, 5]);
    }
  },
  'rejects an unknown index and a NaN in an index key': async (store) => {
    const stored = store.begin('s1').collection('p', visits);
    const unknown: string = 'rooms';
    await assert.rejects(stored.range(unknown as 'room'), {
      name: 'TypeError',
      message: 'Unknown index "rooms" of collection "visits"; known indexes are key, room',
    });
    await stored.put('a', { room: 'A', at: Number.NaN, urgent: false });
    await assert.rejects(stored.range('room'), { name: 'TypeError', message: /Index "room" has a key with NaN/ });
  },
  'commits if concurrent changes are outside the ranges and counts that were read': async (store) => {
    await putVisits(store);
    const reading = store.begin('s1');
    const stored = reading.collection('p', visits);
    await stored.range('room', ['A'], ['A', 9]);
    await stored.range('room', ['A', 10], undefined, { limit: 2 });
    await stored.count('room', ['A'], ['A']);
    await stored.get('b');
    await change(store, async (others) => {
      await others.put('new', { room: 'B', at: 1, urgent: false });
      await others.put('e', { room: 'A', at: 11, urgent: false });
      await others.delete('d');
    });
    await reading.collection('p', counts).put('seen', 1);
    await reading.commit();
  },
  'counts as many records as a range returns, even with reversed bounds': async (store) => {
    await putVisits(store);
    const stored = store.begin('s1').collection('p', visits);
    const bounds = [undefined, ['A'], ['A', 3], ['A', 10, true], ['B', 9.5], ['C']] as const;
    for (const from of bounds) {
      for (const to of bounds) {
        const found = await stored.range('room', from, to);
        assert.equal(await stored.count('room', from, to), found.length, `${String(from)} to ${String(to)}`);
      }
    }
    assert.deepEqual([await stored.count('room', ['B'], ['A']), await stored.count('key', ['d'], ['b'])], [0, 0]);
  },
  'returns the same order as a full sort after many changes': async (store) => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const expected = new Map<string, Visit & { room: string }>();
    for (let round = 0; round < 40; round += 1) {
      await change(store, async (stored) => {
        for (let turn = 0; turn < 25; turn += 1) {
          const key = `k${random(300)}`;
          const visit = { room: 'ABC'[random(4)] ?? 'D', at: random(20) - 10, urgent: random(2) === 0 };
          if (random(4) === 0) expected.delete(key);
          else expected.set(key, visit);
          const left = expected.get(key);
          if (left === undefined) await stored.delete(key);
          else await stored.put(key, left);
        }
        const sorted = [...expected].sort(
          ([left, one], [right, other]) =>
            one.room.localeCompare(other.room) ||
            one.at - other.at ||
            Number(one.urgent) - Number(other.urgent) ||
            (left < right ? -1 : 1),
        );
        assert.deepEqual(
          keysOf(await stored.range('room')),
          sorted.map(([key]) => key),
        );
        assert.equal(await stored.count('room'), sorted.length);
        const inRoom = sorted.filter(([, { room }]) => room === 'B');
        assert.equal(await stored.count('room', ['B'], ['B']), inRoom.length);
        const atOnce = inRoom.filter(([, { at }]) => at === 3);
        assert.equal(await stored.count('room', ['B', 3], ['B', 3]), atOnce.length);
      });
    }
  },
  ...conflicts(),
};

type Visits = Collection<Visit, { room: readonly [string, number, boolean] }>;

/** Rules for conflicts between the reads of one unit of work and the writes of another. */
function conflicts(): StoreRules {
  const inRoomA = (stored: Visits) => stored.range('room', ['A'], ['A'], { limit: 3 });
  const cases: Readonly<Record<string, [(stored: Visits) => Promise<unknown>, (others: Visits) => Promise<unknown>]>> =
    {
      'a range that gained a record': [inRoomA, (others) => others.put('new', { room: 'A', at: 9, urgent: false })],
      'a range from which a record was deleted': [inRoomA, (others) => others.delete('g')],
      'a range that a record has left': [inRoomA, (others) => others.put('g', { at: 9, urgent: false })],
      'a range in which a record changed': [inRoomA, (others) => others.put('a', { room: 'A', at: 10, urgent: false })],
      'a range to which a record was appended': [
        (stored) => stored.range('room', ['A', 10, true], ['A']),
        (others) => others.put('new', { room: 'A', at: 99, urgent: false }),
      ],
      'an empty range that gained a record': [
        (stored) => stored.range('room', ['C']),
        (others) => others.put('new', { room: 'C', at: 9, urgent: false }),
      ],
      'the last record of a collection to which another one was appended': [
        (stored) => stored.range('key', undefined, undefined, { limit: 1, reverse: true }),
        (others) => others.put('z', { at: 9, urgent: false }),
      ],
      'a range that ends with a staged record, before which a record was added': [
        async (stored) => {
          await stored.put('own', { room: 'A', at: 7, urgent: false });
          await stored.range('room', ['A'], undefined, { limit: 2 });
        },
        (others) => others.put('new', { room: 'A', at: 5, urgent: false }),
      ],
      'a count that has changed': [(stored) => stored.count('room', ['B'], ['B']), (others) => others.delete('d')],
      'a missing record that was then added': [
        (stored) => stored.get('new'),
        (others) => others.put('new', { at: 9, urgent: false }),
      ],
    };
  const rules = Object.entries(cases).map(([name, [look, meanwhile]]): [string, StoreRules[string]] => [
    `rejects a commit after it has read ${name}`,
    async (store) => {
      await putVisits(store);
      const looking = store.begin('s1');
      await look(looking.collection('p', visits));
      await change(store, meanwhile);
      await looking.collection('p', counts).put('seen', 1);
      await assert.rejects(async () => looking.commit(), ConflictError);
      assert.equal(await store.begin('s1').collection('p', counts).get('seen'), undefined);
    },
  ]);
  return Object.fromEntries(rules);
}

/** Stores seven visits in two rooms. The visit `f` has no room. */
async function putVisits(store: RecordStore): Promise<void> {
  await change(store, async (stored) => {
    await stored.put('a', { room: 'A', at: 10, urgent: false });
    await stored.put('b', { room: 'B', at: 10, urgent: true });
    await stored.put('c', { room: 'A', at: 10, urgent: false });
    await stored.put('d', { room: 'B', at: 9, urgent: false });
    await stored.put('e', { room: 'A', at: 10, urgent: true });
    await stored.put('f', { at: 1, urgent: false });
    await stored.put('g', { room: 'A', at: 3, urgent: false });
  });
}

async function change(store: RecordStore, work: (stored: Visits) => Promise<unknown>): Promise<void> {
  const unit = store.begin('s1');
  await work(unit.collection('p', visits));
  await unit.commit();
}

function keysOf(entries: readonly CollectionEntry<unknown>[]): string[] {
  return entries.map(({ key }) => key);
}

/** Rules that every implementation of {@link RecordStore} must follow, by name. They throw an AssertionError. */
export type StoreRules = Readonly<Record<string, (store: RecordStore) => Promise<void>>>;
