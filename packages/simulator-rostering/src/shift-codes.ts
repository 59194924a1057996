const spare = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Creates a short unique code for each shift: a letter of its id if possible, or two characters if there are many
 * shifts.
 */
export function createShiftCodes(ids: readonly string[]): string[] {
  if (ids.length > spare.length) {
    return ids.map((_, index) => `${spare[Math.floor(index / spare.length)]}${spare[index % spare.length]}`);
  }
  const taken = new Set<string>();
  return ids.map((id) => {
    const wanted = [...id.toUpperCase(), ...spare];
    const code = wanted.find((letter) => spare.includes(letter) && !taken.has(letter)) ?? '?';
    taken.add(code);
    return code;
  });
}
