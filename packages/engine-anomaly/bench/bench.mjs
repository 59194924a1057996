/**
 * npm run bench -w packages/engine-anomaly: measures the engine on made-up companies with injected anomalies, prints
 * what, measured, bar, reached, and ends with 1 when a bar is missed. `--seed=7` adds 7 to every seed, `--time` and
 * `--payroll` measure one half.
 */
import { Figures } from './figures.mjs';
import { payrollFamilies } from './generators/payroll-families.mjs';
import { timeFamilies } from './generators/time-families.mjs';
import { payrollFigures, payrollSpeed } from './payroll-figures.mjs';
import { timeFigures, timeSpeed } from './time-figures.mjs';

const seedShift = Number(process.argv.find((argument) => argument.startsWith('--seed='))?.slice(7) ?? 0);
const one = process.argv.find((argument) => argument === '--time' || argument === '--payroll');
const figures = new Figures();

measure('--time', 'time registrations', timeFamilies, timeFigures, timeSpeed);
measure('--payroll', 'payslips', payrollFamilies, payrollFigures, payrollSpeed);
console.log(figures.toString());
process.exitCode = figures.reached ? 0 : 1;

function measure(half, of, families, quality, speed) {
  if (one !== undefined && one !== half) return;
  for (const [name, { heldBack }] of Object.entries(families)) {
    figures.group(`${of}: ${name}${heldBack ? ' (held back)' : ''}`);
    quality(name, seedShift, figures);
  }
  figures.group(`${of}: speed`);
  speed(figures);
}
