import type { SimulatorChange } from './change.js';

/**
 * Deviations by the claim that each one violates, or by `<claim>#<name>`: a sentence, the change, and the API if it is
 * not the claim's own; or the reason why there is no deviation. An empty sentence means the claim's `deviation` in the
 * ledger.
 */
export type DeviationTable = Readonly<
  Record<string, readonly [says: string, change: SimulatorChange, api?: string] | string>
>;

/**
 * Creates deviations from rows `'<claim>': change` or `'<claim>#<name>: <what the server does instead>': change`.
 * @param api the API to change, if it is not the claim's own
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
