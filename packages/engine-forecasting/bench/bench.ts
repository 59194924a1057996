/**
 * Measures the engine against its bars and prints a table. Exits with 1 if a bar is missed. Only the speed depends on the
 * machine. `npm run bench -w packages/engine-forecasting -- accuracy speed` measures only these parts.
 */
import { reportAccuracy, reportShortSeries } from './accuracy.ts';
import { reportClassification } from './classification.ts';
import { printFigures } from './figures.ts';
import { reportSpeed } from './speed.ts';
import { reportStockRuns } from './stock-run.ts';

const parts: Readonly<Record<string, () => void>> = {
  accuracy: reportAccuracy,
  'short-series': reportShortSeries,
  speed: reportSpeed,
  'stock-run': reportStockRuns,
  classification: reportClassification,
};

const selected = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(parts);
for (const part of selected) {
  const run = parts[part];
  if (run === undefined) throw new Error(`Unknown part ${part}. Choose from: ${Object.keys(parts).join(', ')}.`);
  run();
}
printFigures();
