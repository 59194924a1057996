/**
 * npm run bench -w packages/engine-anomaly: measures the engine on generated companies with injected anomalies, prints a
 * table of figures and bars, and exits with 1 if a bar is missed. `--seed=7` adds 7 to every seed. `--time` and `--payroll`
 * measure one half.
 */
import { parseArgs } from 'node:util';
import { printFigures } from './figures.ts';
import { payrollFigures, payrollSpeed } from './payroll-figures.ts';
import { timeFigures, timeSpeed } from './time-figures.ts';

const half = { type: 'boolean' } as const;
const { values } = parseArgs({ options: { seed: { type: 'string', default: '0' }, time: half, payroll: half } });
const seedShift = Number(values.seed);

if (!values.payroll) {
  for (const heldBack of [false, true]) timeFigures({ heldBack, seedShift });
  timeSpeed();
}
if (!values.time) {
  for (const heldBack of [false, true]) payrollFigures({ heldBack, seedShift });
  payrollSpeed();
}
printFigures();
