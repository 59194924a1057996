import { expect, it, vi } from 'vitest';
import { runWithTimeout, timeoutMarker } from './run-with-timeout.js';

/** Waits without using the processor, like a process that does not get it. */
function waitIdle(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

it('returns the result of work that finishes in time', () => expect(runWithTimeout(() => 7, 1000)).toBe(7));

it('stops work that uses the CPU for too long, and discards the state of every attempt', () => {
  const discard = vi.fn();
  const endless = vi.fn(() => {
    for (;;);
  });
  expect(runWithTimeout(endless, 20, discard)).toBe(timeoutMarker);
  // Once, unless other processes use the processor.
  expect(discard).toHaveBeenCalledTimes(endless.mock.calls.length);
  expect(discard).toHaveBeenCalled();
});

it('repeats work that timed out without using the CPU', () => {
  // Other threads of this process run tests.
  const usage = vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: 0, system: 0 });
  const discard = vi.fn();
  let attempts = 0;
  const work = () => {
    attempts += 1;
    if (attempts < 3) waitIdle(60);
    return 'done';
  };
  expect(runWithTimeout(work, 30, discard)).toBe('done');
  expect(discard).toHaveBeenCalledTimes(2);
  usage.mockRestore();
});
