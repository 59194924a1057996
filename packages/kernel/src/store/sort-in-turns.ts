import { setImmediate as nextTurn } from 'node:timers/promises';
import { byKey } from './by-key.js';

/** What is sorted or merged before others get a turn of the event loop: some milliseconds. */
const inOneTurn = 2000;

/** Entries by their keys, as `sort` would put them, with turns of the event loop for others in between. */
export async function sortInTurns<Value>(
  entries: ReadonlyArray<readonly [string, Value]>,
): Promise<ReadonlyArray<readonly [string, Value]>> {
  let runs: Array<ReadonlyArray<readonly [string, Value]>> = [];
  for (let at = 0; at < entries.length; at += inOneTurn) {
    if (at > 0) await nextTurn();
    runs.push(entries.slice(at, at + inOneTurn).sort(byKey));
  }
  while (runs.length > 1) {
    const merged: typeof runs = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? []));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<Entry extends readonly [string, unknown]>(
  left: readonly Entry[],
  right: readonly Entry[],
): Promise<readonly Entry[]> {
  const merged: Entry[] = [];
  let [fromLeft, fromRight] = [0, 0];
  for (;;) {
    const [first, second] = [left[fromLeft], right[fromRight]];
    if (first !== undefined && (second === undefined || first[0] <= second[0])) {
      merged.push(first);
      fromLeft += 1;
    } else if (second !== undefined) {
      merged.push(second);
      fromRight += 1;
    } else return merged;
    if (merged.length % inOneTurn === 0) await nextTurn();
  }
}
