import { describe, expect, it } from 'vitest';
import { Clock } from './clock.js';

const start = '2026-01-15T09:00:00.000Z';
const minute = 60_000;

function manualClock(): { clock: Clock; fired: string[]; at(minutes: number): number } {
  const clock = new Clock({ mode: 'manual', at: start });
  const fired: string[] = [];
  clock.on('note', async (payload) => {
    fired.push(`${payload} ${clock.now().toISOString().slice(11, 16)}`);
  });
  return { clock, fired, at: (minutes) => Date.parse(start) + minutes * minute };
}

describe('Clock', () => {
  it('fires due timers in order at their scheduled times, and keeps later timers', async () => {
    const { clock, fired, at } = manualClock();
    for (const [payload, minutes] of [
      ['b', 20],
      ['a', 10],
      ['c', 31],
      ['b2', 20],
    ] as const) {
      clock.schedule({ at: at(minutes), kind: 'note', payload });
    }
    expect(await clock.advanceBy(30 * minute)).toBe(3);
    expect(fired).toEqual(['a 09:10', 'b 09:20', 'b2 09:20']);
    expect(clock.now().toISOString()).toBe('2026-01-15T09:30:00.000Z');
    expect(clock.soonest(9).map(({ payload }) => payload)).toEqual(['c']);
  });

  it('fires timers that are set during an advance and due before its end', async () => {
    const { clock, fired, at } = manualClock();
    clock.on('chain', async () => {
      clock.schedule({ at: clock.now().getTime() + 5 * minute, kind: 'note', payload: 'second' });
    });
    clock.schedule({ at: at(1), kind: 'chain', payload: null });
    await clock.advanceBy(10 * minute);
    expect(fired).toEqual(['second 09:06']);
  });

  it('finishes an advance only after the work that a timer started', async () => {
    const { clock, at } = manualClock();
    const events: string[] = [];
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    clock.on('work', async () => clock.track(gate.then(() => events.push('work done'))));
    clock.schedule({ at: at(1), kind: 'work', payload: null });
    const advanced = clock.advanceBy(2 * minute).then(() => events.push('advanced'));
    release();
    await advanced;
    expect(events).toEqual(['work done', 'advanced']);
  });

  it('rejects an advance to an earlier time, and stays at the current time', async () => {
    const { clock, at } = manualClock();
    await expect(clock.advanceTo(at(-1))).rejects.toThrow(
      'The clock shows 2026-01-15T09:00:00.000Z and cannot go back to 2026-01-15T08:59:00.000Z',
    );
    expect(clock.now().toISOString()).toBe(start);
  });

  it('does not fire a cancelled timer', async () => {
    const { clock, fired, at } = manualClock();
    clock.cancel(clock.schedule({ at: at(1), kind: 'note', payload: 'gone' }));
    await clock.advanceBy(2 * minute);
    expect(fired).toEqual([]);
  });

  it('runs concurrent advances one after another', async () => {
    const { clock } = manualClock();
    await Promise.all([clock.advanceBy(minute), clock.advanceBy(minute)]);
    expect(clock.now().toISOString()).toBe('2026-01-15T09:02:00.000Z');
  });

  it('fires no further timer if it is set back while due timers fire', async () => {
    const { clock, fired, at } = manualClock();
    for (const payload of ['a', 'b']) clock.schedule({ at: at(20), kind: 'note', payload });
    clock.set({ mode: 'manual', at: new Date(at(30)).toISOString() });
    const settled = clock.settled();
    clock.set({ mode: 'manual', at: start });
    await settled;
    expect(clock.now().toISOString()).toBe(start);
    expect(fired).toEqual(['a 09:30']);
  });

  it('keeps its time when its mode changes, and can be advanced in real mode', async () => {
    const { clock } = manualClock();
    await clock.advanceBy(minute);
    clock.set({ mode: 'scaled', scale: 1 });
    expect(clock.now().getTime() - Date.parse('2026-01-15T09:01:00.000Z')).toBeLessThan(10_000);
    clock.set({ mode: 'real' });
    const before = clock.now().getTime();
    await clock.advanceBy(60 * minute);
    expect(clock.now().getTime() - before).toBeGreaterThanOrEqual(60 * minute);
    clock.stop();
  });

  it('fires a timer without an advance on a running clock', async () => {
    const clock = new Clock({ mode: 'scaled', scale: 3_600_000, at: start });
    const fired = new Promise((resolve) => clock.on('note', async (payload) => resolve(payload)));
    clock.schedule({ at: Date.parse(start) + minute, kind: 'note', payload: 'by itself' });
    expect(await fired).toBe('by itself');
    clock.stop();
  });

  it('stays within the years 0000 to 9999', async () => {
    const { clock } = manualClock();
    await expect(clock.advanceBy(8000 * 365 * 24 * 60 * minute)).rejects.toThrow('outside the years 0000 to 9999');
    expect(() => clock.set({ mode: 'manual', at: '+010000-01-01T00:00:00Z' })).toThrow('outside the years');
    clock.set({ mode: 'scaled', scale: 1e9, at: '9999-12-31T23:59:59.998Z' });
    expect(clock.now().toISOString()).toMatch(/^9999-12-31T23:59:59\.99[89]Z$/);
    clock.stop();
  });

  it('rejects an invalid instant', () => {
    expect(() => new Clock({ mode: 'manual', at: 'yesterday' })).toThrow('"yesterday" is not an ISO 8601 instant');
  });
});
