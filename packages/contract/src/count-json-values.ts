/** Counts a value and all values in it, up to a limit. */
export function countJsonValues(value: unknown, limit: number): number {
  let count = 0;
  const open: unknown[] = [value];
  while (open.length > 0 && count < limit) {
    const next = open.pop();
    count += 1;
    if (typeof next === 'object' && next !== null) {
      const children: unknown[] = Object.values(next);
      if (count + open.length + children.length >= limit) return limit;
      open.push(...children);
    }
  }
  return count;
}
