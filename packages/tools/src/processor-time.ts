import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Clock ticks per second of the kernel, read once. */
let ticksPerSecond: number | undefined;

/**
 * Returns the user and system time of all threads of a process in microseconds. Linux only.
 *
 * @throws Error without `/proc`
 */
export function processorTime(pid: number): number {
  ticksPerSecond ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program name in parentheses, which can contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system] = [Number(fields[11]), Number(fields[12])];
  return ((user + system) / ticksPerSecond) * 1e6;
}

/** Returns the resident memory of a process in bytes. Linux only. */
export function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}
