import type { SimulatorChange } from './change.js';

/**
 * Deviations by the claim that each breaks, or by `<claim>#<name>`: a sentence, the change, and the API if it is
 * another one. Or the reason for having none. An empty sentence stands for `deviation` of the claim in the ledger.
 */
export type DeviationTable = Readonly<
  Record<string, readonly [says: string, change: SimulatorChange, api?: string] | string>
>;

/**
 * Deviations from rows `'<claim>': change` or `'<claim>#<name>: <what the server does instead>': change`.
 * @param api if another API's simulator changes
 */
export function createDeviationTable(
  table: Readonly<Record<string, SimulatorChange | DeviationTable[string]>>,
  api?: string,
): DeviationTable {
  const rows = Object.entries(table).map(([key, change]): [string, DeviationTable[string]] => {
    if (typeof change !== 'function') return [key, change];
    const [claim = '', ...says] = key.split(': ');
    const sentence = says.join(': ');
    return [claim, api === undefined ? [sentence, change] : [sentence, change, api]];
  });
  return Object.fromEntries(rows);
}
