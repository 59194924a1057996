import { describe, expect, it } from 'vitest';
import { storeRules } from '../testing/store-behavior.js';
import { defineCollection } from './define-collection.js';
import { MemoryStore } from './memory-store.js';
import { SerializedPage } from './serialized-page.js';
import { ConflictError } from './store.js';

describe('MemoryStore', () => {
  for (const rule of storeRules) it(rule.name, () => rule.check(new MemoryStore()));

  it('freezes stored values, so that later changes fail', async () => {
    const value = { parts: [1, 2] };
    await new MemoryStore().begin('s1').collection('p', defineCollection('c')).put('k', value);
    expect(() => value.parts.push(3)).toThrow(TypeError);
  });
});

describe('records loaded as JSON', () => {
  const address = { partition: 'p', collection: 'c' };
  const byNumber = defineCollection<{ number: number; text: string }>('c').indexedBy({
    number: ({ number }) => [number],
  });
  const keys = Array.from({ length: 300 }, (_each, index) => `k${(index * 7) % 300}`);
  const createValue = (key: string) => ({ number: Number(key.slice(1)) % 10, text: `ä ${key}`, list: [null, { key }] });
  const pageOf = (some: readonly string[]) => new SerializedPage(address, some, JSON.stringify(some.map(createValue)));

  async function loadBoth(): Promise<{ store: MemoryStore; bytes: number; parsed: MemoryStore; parsedBytes: number }> {
    const [store, parsed] = [new MemoryStore(), new MemoryStore()];
    let parsedBytes = 0;
    const replaced = (_records: unknown, size: number) => {
      parsedBytes = size;
    };
    const bytes = await store.loadPages('s', [pageOf(keys.slice(0, 100)), pageOf(keys.slice(100))]);
    const records = keys.map((key) => ({ ...address, key, value: createValue(key) }));
    await parsed.load('s', records, { replaced, committed: () => undefined });
    return { store, bytes, parsed, parsedBytes };
  }

  it('have the same size, order, indexes and snapshots as parsed records', async () => {
    const { store, bytes, parsed, parsedBytes } = await loadBoth();
    expect(bytes).toBe(parsedBytes);
    const read = async (from: MemoryStore) => {
      const records = from.begin('s').collection('p', byNumber);
      const newest = await records.range('number', [8], [9], { reverse: true, limit: 50 });
      const counts = [await records.count(), await records.count('number', [3], [3])];
      return [counts, await records.get('k5'), newest, await records.list(), await from.dump('s')];
    };
    expect(await read(store)).toEqual(await read(parsed));
    expect(Object.isFrozen((await store.dump('s'))[0]?.value)).toBe(true);
  });

  it('report the same changes and conflicts as parsed records', async () => {
    const { store, parsed } = await loadBoth();
    const change = async (from: MemoryStore) => {
      const seen: unknown[] = [];
      const log = { committed: (...all: unknown[]) => void seen.push(all), replaced: () => undefined };
      const [reader, writer] = [from.begin('s', log), from.begin('s', log)];
      await reader.collection('p', byNumber).get('k1');
      // Parsing is no change.
      await from.begin('s').collection('p', byNumber).range('number');
      await reader.collection('p', byNumber).put('k1', { number: 1, text: 'changed' });
      await writer.collection('p', byNumber).get('k1');
      await reader.commit();
      await writer.collection('p', byNumber).delete('k2');
      await expect(async () => writer.commit()).rejects.toThrow(ConflictError);
      const last = from.begin('s', log);
      await last.collection('p', byNumber).delete('k3');
      await last.commit();
      return [seen, await from.dump('s')];
    };
    expect(await change(store)).toEqual(await change(parsed));
  });

  it('are rejected if the JSON is damaged', () => {
    for (const json of ['[1,2', '[1,tru]', '[1]', '[1,2,3]'])
      expect(() => new SerializedPage(address, ['a', 'b'], json)).toThrow(SyntaxError);
  });
});
