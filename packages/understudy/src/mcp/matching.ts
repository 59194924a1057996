/** Entries that hold every word, in any order and case. */
export function matching<Entry>(entries: readonly Entry[], search: string | undefined): Entry[] {
  const words = (search ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter((entry) => {
    const text = JSON.stringify(entry).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** The first entries, and how many there are. */
export function firstOf<Entry>(entries: readonly Entry[], limit: number): { total: number; entries: Entry[] } {
  return { total: entries.length, entries: entries.slice(0, limit) };
}
