/**
 * Measures the engine against its bars and prints a table; ends with 1 when a bar is missed. Everything but the speed
 * is the same on every machine. `npm run bench -w packages/engine-forecasting -- accuracy speed` measures only these parts.
 */
import { BarTable, type Report } from '../../../bench/bar-table.ts';

const parts: Readonly<Record<string, (report: Report) => void | Promise<void>>> = {
  accuracy: async (report) => (await import('./accuracy.ts')).run(report),
  'short-series': async (report) => (await import('./short-series.ts')).run(report),
  speed: async (report) => (await import('./speed.ts')).run(report),
  'stock-run': async (report) => (await import('./stock-run.ts')).run(report),
  classification: async (report) => (await import('./classification.ts')).run(report),
  responsiveness: async (report) => (await import('./responsiveness.ts')).run(report),
};

const asked = process.argv.slice(2);
const unknown = asked.filter((part) => !Object.hasOwn(parts, part));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. Choose from: ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}
const table = new BarTable();
for (const [part, run] of Object.entries(parts)) {
  if (asked.length === 0 || asked.includes(part)) await run(table.report);
}
table.print();
