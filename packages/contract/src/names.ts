/**
 * Converts a name to lower case with hyphens: `listPetsById` to `list-pets-by-id`. Returns `operation` for a name
 * without letters and digits.
 */
export function toKebabCase(name: string): string {
  return (
    name
      .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'operation'
  );
}

/** Returns an unused name and marks it as used. @param between separates name and number */
export function reserveUniqueName(name: string, taken: Set<string>, between = '-'): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}${between}${number}`;
  taken.add(free);
  return free;
}

/**
 * Finds the nearest candidate for a "did you mean"; undefined if none is close. Counts insertions, deletions and
 * replacements, and ignores case.
 */
export function findNearest(word: string, candidates: Iterable<string>): string | undefined {
  // Computing the distance takes time proportional to the product of the lengths, and long words are no typos.
  if (word.length > longestWord) return undefined;
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const distance = computeEditDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

const longestWord = 256;

export function suggestName(word: string, candidates: Iterable<string>): string {
  const candidate = findNearest(word, candidates);
  return candidate === undefined ? '' : ` Did you mean "${candidate}"?`;
}

export function computeEditDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
