import { normalizeName, splitWords } from '@understudy/model';
import type { Kind } from './vocabulary.js';

/** Returns the start and end members of a period. */
export function rangeOf(kind: Pick<Kind, 'members'>): readonly [start: string, end: string] | undefined {
  const starts = ['start', 'starts', 'from', 'valid_from', 'begin', 'begins', 'check_in', 'arrival', 'pickup'];
  const ends = ['end', 'ends', 'until', 'valid_until', 'to', 'valid_to', 'finish', 'check_out', 'departure', 'return'];
  const find = (words: readonly string[]) => {
    const plain = new Set(words.map(normalizeName));
    const all = [...kind.members.values()].filter(({ name, schema }) => {
      const own = splitWords(name)
        .filter((word) => !['at', 'on', 'date', 'time', 'day'].includes(word))
        .join('');
      return plain.has(own) && schema.types.some((type) => type === 'string' || type === 'integer');
    });
    return all.length === 1 ? all[0]?.name : undefined;
  };
  const [start, end] = [find(starts), find(ends)];
  return start === undefined || end === undefined ? undefined : [start, end];
}
