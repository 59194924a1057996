import type { Change } from './change.js';

/**
 * Planted faults by the claim that each breaks, and further ones by `<claim>#<name>`: what the server does instead in one
 * sentence, the change, and the API whose simulator is changed where it is another one. Or the reason why none can be made.
 */
export type Deviations = Readonly<Record<string, readonly [says: string, change: Change, api?: string] | string>>;

/**
 * Deviations from a table with one row each: `'<claim>: <what the server does instead>': change`. Other rows stay as they are.
 *
 * @param api the API whose simulator is changed, if it is another one
 */
export function deviationTable(table: Readonly<Record<string, Change | Deviations[string]>>, api?: string): Deviations {
  const rows = Object.entries(table).map(([key, change]): [string, Deviations[string]] => {
    if (typeof change !== 'function') return [key, change];
    const [claim = '', ...says] = key.split(': ');
    const sentence = says.join(': ');
    return [claim, api === undefined ? [sentence, change] : [sentence, change, api]];
  });
  return Object.fromEntries(rows);
}
