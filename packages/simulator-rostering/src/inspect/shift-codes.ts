const spare = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * A short code for each shift, unlike all others: a letter of its id where one is left, else any letter or digit; two
 * characters where there are more shifts than these.
 */
export function shiftCodes(ids: readonly string[]): string[] {
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
