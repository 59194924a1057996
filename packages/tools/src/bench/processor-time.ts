import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** How many of the kernel's clock ticks are a second; read once. */
let ticksPerSecond: number | undefined;

/**
 * Processor time that a process has used so far, in microseconds: user and system, all of its threads. It says what a
 * request costs on a machine that does other things beside, where a rate says little. Linux only.
 *
 * @throws Error where there is no `/proc`
 */
export function processorTime(pid: number): number {
  ticksPerSecond ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the name of the program in brackets, and may hold blanks.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system] = [Number(fields[11]), Number(fields[12])];
  return ((user + system) / ticksPerSecond) * 1e6;
}
