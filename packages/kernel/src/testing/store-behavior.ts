import assert from 'node:assert/strict';
import { defineCollection } from '../store/define-collection.js';
import { ConflictError } from '../store/store.js';
import { rangeRules, type StoreRules } from './range-behavior.js';

interface Item {
  amount: number;
}

const items = defineCollection<Item>('items');
const things = defineCollection<Item>('things');
const names = defineCollection<string>('names');
const counts = defineCollection<number>('counts');

const rules: StoreRules = {
  'shows the writes of a unit of work only after its commit': async (store) => {
    const writer = store.begin('s1');
    await writer.collection('p', items).put('a', { amount: 1 });
    assert.deepEqual(await writer.collection('p', items).get('a'), { amount: 1 });
    assert.equal(await store.begin('s1').collection('p', items).get('a'), undefined);
    await writer.commit();
    assert.deepEqual(await store.begin('s1').collection('p', items).get('a'), { amount: 1 });
  },
  'reports whether new records exceed a limit, not counting replaced and deleted records': async (store) => {
    const first = store.begin('s1');
    for (const key of ['a', 'b']) await first.collection('p', items).put(key, { amount: 1 });
    await first.collection('q', things).put('a', { amount: 1 });
    assert.deepEqual([first.growsBeyond(2), first.growsBeyond(3)], [true, false]);
    await first.commit();
    const later = store.begin('s1');
    assert.equal(later.growsBeyond(0), false);
    await later.collection('p', items).put('a', { amount: 2 });
    await later.collection('p', items).delete('none');
    assert.equal(later.growsBeyond(2), false);
    await later.collection('q', names).put('new', 'one');
    assert.deepEqual([later.growsBeyond(3), later.growsBeyond(4)], [true, false]);
    await later.collection('p', items).delete('b');
    assert.equal(later.growsBeyond(2), false);
    await later.commit();
    const last = store.begin('s1');
    await last.collection('p', items).put('c', { amount: 1 });
    assert.deepEqual([last.growsBeyond(3), last.growsBeyond(4)], [true, false]);
  },
  'applies extra writes of a commit without conflicts, and discards them if it fails': async (store) => {
    const [one, other] = [store.begin('s1'), store.begin('s1')];
    await one.collection('p', items).get('a');
    await other.collection('p', items).put('a', { amount: 1 });
    await other.commit((write) => write('q', counts, 'n', 1));
    await one.collection('p', items).put('b', { amount: 1 });
    await assert.rejects(async () => one.commit((write) => write('q', counts, 'n', 2)), ConflictError);
    assert.equal(await store.begin('s1').collection('q', counts).get('n'), 1);
    const [late, later] = [store.begin('s1'), store.begin('s1')];
    await late.commit((write) => write('q', counts, 'n', 3));
    await later.commit((write) => write('q', counts, 'n', 4));
    assert.equal(await store.begin('s1').collection('q', counts).get('n'), 4);
    await store.begin('s1').commit((write) => write('q', counts, 'n', undefined));
    assert.equal(await store.begin('s1').collection('q', counts).get('n'), undefined);
  },
  'discards a unit of work that is never committed': async (store) => {
    await store.begin('s1').collection('p', items).put('a', { amount: 1 });
    assert.deepEqual(await store.dump('s1'), []);
  },
  'keeps sandboxes, partitions and collections apart': async (store) => {
    const unit = store.begin('s1');
    await unit.collection('p', items).put('a', { amount: 1 });
    await unit.commit();
    assert.equal(await store.begin('s2').collection('p', items).get('a'), undefined);
    assert.equal(await store.begin('s1').collection('q', items).get('a'), undefined);
    assert.equal(await store.begin('s1').collection('p', things).get('a'), undefined);
  },
  'lists the partitions and collections with committed records': async (store) => {
    const unit = store.begin('s1');
    for (const partition of ['q', 'p']) await unit.collection(partition, items).put('a', { amount: 1 });
    assert.deepEqual(await store.begin('s1').partitions(), []);
    await unit.commit();
    assert.deepEqual(await store.begin('s1').partitions(), ['p', 'q']);
    assert.deepEqual(await store.begin('s1').collections(), [
      { partition: 'p', collection: 'items' },
      { partition: 'q', collection: 'items' },
    ]);
    const second = store.begin('s1');
    await second.collection('q', items).delete('a');
    await second.commit();
    assert.deepEqual(await store.begin('s1').partitions(), ['p']);
    assert.deepEqual(await store.begin('s1').collections(), [{ partition: 'p', collection: 'items' }]);
    assert.deepEqual(await store.begin('s2').partitions(), []);
  },
  'lists records in key order, including staged writes and deletions': async (store) => {
    const first = store.begin('s1');
    for (const key of ['b', 'a', 'c']) await first.collection('p', items).put(key, { amount: 1 });
    await first.commit();
    const stored = store.begin('s1').collection('p', items);
    await stored.put('B', { amount: 2 });
    assert.equal(await stored.delete('a'), true);
    assert.equal(await stored.delete('a'), false);
    assert.equal(await stored.delete('never'), false);
    assert.deepEqual(await stored.list(), [
      { key: 'B', value: { amount: 2 } },
      { key: 'b', value: { amount: 1 } },
      { key: 'c', value: { amount: 1 } },
    ]);
  },
  'commits two units of work that write different records of a collection': async (store) => {
    const units = [store.begin('s1'), store.begin('s1')];
    for (const [index, unit] of units.entries()) {
      const stored = unit.collection('p', items);
      await stored.get(`k${index}`);
      await stored.put(`k${index}`, { amount: index });
    }
    for (const unit of units) await unit.commit();
    assert.equal((await store.begin('s1').collection('p', items).list()).length, 2);
  },
  ...rangeRules,
  'rejects a commit if a collection that it listed has grown': async (store) => {
    const counting = store.begin('s1');
    const { length } = await counting.collection('p', items).list();
    const adding = store.begin('s1');
    await adding.collection('p', items).put('a', { amount: 1 });
    await adding.commit();
    await counting.collection('p', counts).put('items', length);
    await assert.rejects(async () => counting.commit(), ConflictError);
  },
  'rejects the second of two commits that read and write the same record': async (store) => {
    const [first, second] = [store.begin('s1'), store.begin('s1')];
    for (const unit of [first, second]) {
      const stored = unit.collection('p', items);
      const seen = await stored.get('a');
      await stored.put('a', { amount: (seen?.amount ?? 0) + 1 });
    }
    await first.commit();
    await assert.rejects(async () => second.commit(), ConflictError);
    assert.deepEqual(await store.begin('s1').collection('p', items).get('a'), { amount: 1 });
  },
  'commits a read-only unit of work without conflicts': async (store) => {
    const reader = store.begin('s1');
    await reader.collection('p', items).get('a');
    const writer = store.begin('s1');
    await writer.collection('p', items).put('a', { amount: 1 });
    await writer.commit();
    await reader.commit();
  },
  'dumps a sandbox and loads it into another as an independent copy': async (store) => {
    const unit = store.begin('s1');
    await unit.collection('p', items).put('a', { amount: 1 });
    await unit.collection('p', names).put('x', 'y');
    await unit.commit();
    const records = await store.dump('s1');
    assert.deepEqual(records, [
      { partition: 'p', collection: 'items', key: 'a', value: { amount: 1 } },
      { partition: 'p', collection: 'names', key: 'x', value: 'y' },
    ]);
    await store.load('s2', records);
    await store.clear('s1');
    assert.deepEqual(await store.dump('s1'), []);
    assert.deepEqual(await store.dump('s2'), records);
  },
  'replaces the records of a sandbox when it loads others': async (store) => {
    const unit = store.begin('s1');
    await unit.collection('p', items).put('old', { amount: 1 });
    await unit.commit();
    await store.load('s1', []);
    assert.deepEqual(await store.dump('s1'), []);
  },
};

/**
 * Rules for the behavior of a {@link RecordStore}. Each rule needs its own store, or sandboxes that were not used
 * before.
 */
export const storeRules = Object.entries(rules).map(([name, check]) => ({ name, check }));

export type StoreRule = (typeof storeRules)[number];
