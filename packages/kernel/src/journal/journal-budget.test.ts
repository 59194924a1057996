import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { defaultMemoryLimits } from '../memory-limits.js';
import { Journal } from './journal.js';
import { RecordedBody } from './recorded-body.js';

const at = '2026-01-15T09:00:00.000Z';
const body = (bytes: number) => new RecordedBody(new Uint8Array(bytes).fill(120), 'text/plain');

describe('a journal', () => {
  it('drops the oldest entries over its byte limit, and counts them', () => {
    const journal = new Journal({ ...defaultMemoryLimits, journalBytes: 1_000_000 });
    for (let index = 0; index < 100; index += 1) {
      const entry = journal.open(at, 'POST', '/a');
      entry.request = { headers: { a: 'b' }, body: body(50_000) };
      entry.response = { headers: {}, body: null };
      journal.complete(entry);
    }
    const kept = journal.find();
    expect(kept.length).toBeGreaterThanOrEqual(17);
    expect(kept.length).toBeLessThanOrEqual(19);
    expect(kept.at(-1)?.seq).toBe(100);
    expect(journal.dropped).toBe(100 - kept.length);
  });

  it('counts the bytes of entries completed late, but not those of dropped entries', () => {
    const journal = new Journal({ ...defaultMemoryLimits, journalBytes: 100_000 });
    const early = Array.from({ length: 10 }, () => journal.open(at, 'POST', '/a'));
    for (let index = 0; index < 50; index += 1) {
      journal.append({ at, type: 'message', cause: null, request: { headers: {}, body: body(20_000) } });
    }
    for (const entry of early) {
      entry.response = { headers: {}, body: body(60_000) };
      journal.complete(entry);
    }
    // Dropped entries no longer count, so there is room for several small ones.
    for (let index = 0; index < 3; index += 1) journal.append({ at, type: 'clock', cause: null });
    expect(journal.find().length).toBeGreaterThanOrEqual(5);
  });

  it('keeps the newest entry even if it exceeds the byte limit', () => {
    const journal = new Journal({ ...defaultMemoryLimits, journalBytes: 1000 });
    journal.append({ at, type: 'clock', cause: null });
    journal.append({ at, type: 'message', cause: null, request: { headers: {}, body: body(60_000) } });
    expect(journal.find().map(({ seq }) => seq)).toEqual([2]);
  });

  it('keeps only the beginning of a long body', () => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    const used = () => {
      collect();
      return getHeapStatistics().used_heap_size;
    };
    const before = used();
    const kept = Array.from(
      { length: 20 },
      (_, at) => new RecordedBody(JSON.stringify(`${at}${'x'.repeat(2e6)}`), 'text/plain'),
    );
    expect(used() - before).toBeLessThan(10_000_000);
    expect(kept.every(({ bytes }) => bytes === 4096)).toBe(true);
  });
});
