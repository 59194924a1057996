/**
 * Measures the engine against its bars and prints a table. Exits with 1 if a bar is missed. Only the speed depends on the
 * machine. `npm run bench -w packages/engine-forecasting -- accuracy speed` measures only these parts.
 */
import { reportAccuracy, reportShortSeries } from './accuracy.ts';
import { reportClassification } from './classification.ts';
import { printFigures } from './figures.ts';
import { reportSpeed } from './speed.ts';
import { reportStockRuns } from './stock-run.ts';

const parts: Readonly<Record<string, () => void | Promise<void>>> = {
  accuracy: reportAccuracy,
  'short-series': reportShortSeries,
  speed: reportSpeed,
  'stock-run': reportStockRuns,
  classification: reportClassification,
};

const selected = process.argv.slice(2);
const unknown = selected.filter((part) => !Object.hasOwn(parts, part));
if (unknown.length > 0) {
  console.error(`Unknown part ${unknown.join(', ')}. Choose from: ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}
for (const [part, run] of Object.entries(parts)) if (selected.length === 0 || selected.includes(part)) await run();
printFigures();
