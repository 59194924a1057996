const mark = 'quoted_text_';

/** Pattern of the placeholders for quoted texts. */
export const quotedText = `${mark}\\d+`;

/**
 * Replaces quoted texts, such as "patient deceased", by single words, so they are read as values and their capitals are
 * preserved. `unmask` restores them in the values of members.
 */
export function maskQuotes(said: string) {
  const texts: string[] = [];
  const keep = (quoted: string) => `${mark}${texts.push(quoted) - 1}`;
  const text = said
    .replace(/["“]([^"“”`]{1,80})["”]/g, (_all, quoted: string) => keep(quoted))
    // "with the `reason` `room_retired`"
    .replace(
      /(`(?!status`|state`)\w+` (?:set to |of |being )?)`([\w.-]{1,80})`/g,
      (_all, name: string, quoted: string) => name + keep(quoted),
    );
  const unmask = (set: Readonly<Record<string, unknown>>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(set).map(([name, value]) => {
        const index = typeof value === 'string' && value.startsWith(mark) ? Number(value.slice(mark.length)) : -1;
        return [name, texts[index] ?? value];
      }),
    );
  return { text, unmask };
}
