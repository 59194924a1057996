import { spawn } from 'node:child_process';
import type { Report } from '../bar-table.ts';
import { benchmark } from './instances.ts';
import { runSolver } from './run-solver.ts';

/** A thread keeps busy; the process ends with whoever started it, however that ends. */
const busyUntilAlone = `
  new (require('node:worker_threads').Worker)('for (;;);', { eval: true });
  process.stdin.resume().on('close', () => process.exit());
`;

/** Whether equal seeds and limits give equal rosters on a clock of CPU time, alone and beside two processes that keep busy. */
export async function measureSameness(report: Report): Promise<void> {
  const names = ['three-shifts-30-1', 'six-shifts-1', 'tight-scheduling-20-2-3-501', 'tight-scheduling-30-4-4-501'];
  for (const { name, definition } of benchmark().filter((instance) => names.includes(instance.name))) {
    const alone = await runSolver(definition, { seconds: 2, seed: 5, clock: 'cpu' });
    const others = [0, 1].map(() =>
      spawn(process.execPath, ['-e', busyUntilAlone], { stdio: ['pipe', 'ignore', 'inherit'] }),
    );
    try {
      const beside = await runSolver(definition, { seconds: 2, seed: 5, clock: 'cpu' });
      const same = alone.solution.roster.every((shift, cell) => shift === beside.solution.roster[cell]);
      const detail = [alone, beside].map(({ cpu, solution }) => `${Math.round(cpu)} ms of CPU, ${solution.reason}`);
      report(`${name}: same roster alone and beside others`, same ? 1 : 0, '==', 1, detail.join('; '));
    } finally {
      for (const other of others) other.kill();
    }
  }
}
