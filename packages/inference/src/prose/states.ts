import { splitWords, toSingular } from '@understudy/model';

/** The names of a thing in a text, such as `leave request` and `request` for `leaveRequests`. */
export function nounsOf(names: readonly string[]): string[] {
  const all = names.flatMap((name) => {
    const words = splitWords(name);
    const last = toSingular(words.at(-1) ?? '');
    return [[...words.slice(0, -1), last].join(' '), last];
  });
  return [...new Set(all)].filter((noun) => /^[a-z][a-z ]*$/.test(noun));
}

export function pluralOf(noun: string): string {
  return /[^aeiou]y$/.test(noun) ? noun.replace(/y$/, 'ies') : /(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}
