/** Compares entries by their keys, character by character, the same on every machine. */
export function byKey([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
