import type { Clock } from '../clock.js';
import type { Journal } from '../journal/journal.js';
import type { Simulator } from '../simulator.js';
import type { KernelRecords } from '../store/kernel-records.js';
import type { Computing } from '../threads/computing.js';
import type { Progression } from '../time/progression.js';
import type { UnitSandbox } from '../unit/unit-origin.js';

/** What the jobs of a sandbox need from it. */
export interface JobsContext {
  readonly sandbox: UnitSandbox & { readonly name: string };
  readonly clock: Clock;
  readonly journal: Journal;
  readonly kernel: KernelRecords;
  readonly computing: Computing;
  readonly simulators: ReadonlyMap<string, Simulator>;
  progression(): Progression;
  onDefect(error: unknown, what: string): void;
}
