import type { RandomSource } from '@understudy/kernel';

const digits = '0123456789';
const hex = `${digits}abcdef`;
const lower = 'abcdefghijklmnopqrstuvwxyz';

/**
 * Generates a string in the format of a sample: with its prefix, separators and character classes. Returns undefined if
 * the sample is a word and not an id.
 */
export function generateLikeSample(sample: string, random: RandomSource): string | undefined {
  if (/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(sample)) return undefined;
  if (sample.length > 200 || !/^[\w.:~-]+$/.test(sample)) return undefined;
  const [, prefix = '', rest = ''] =
    /^([A-Z]{2}(?=[0-9a-f]{32}$)|[A-Z](?=[A-Z0-9]{5,}$)|(?:[A-Za-z]{2,}[_-])*)(.*)$/.exec(sample) ?? [];
  const isId = /\d/.test(rest)
    ? rest.length > 2 || prefix !== ''
    : /[a-z][A-Z]|[A-Z][a-z]+[A-Z]/.test(rest) && rest.length > 7;
  if (!isId) return /^[A-Z]{6,}$/.test(sample) ? prefix + drawn(rest, () => lower.toUpperCase(), random) : undefined;
  const isHex = rest.length >= 16 && /^[0-9a-f-]+$/.test(rest);
  const kinds = [/\d/, /[a-z]/, /[A-Z]/].map((kind) => kind.test(rest));
  const all = [digits, lower, lower.toUpperCase()].filter((_set, index) => kinds[index]).join('');
  return (
    prefix +
    drawn(rest, (_character, index) => (isHex ? hex : index === 0 && all === digits ? digits.slice(1) : all), random)
  );
}

function drawn(text: string, setFor: (character: string, index: number) => string, random: RandomSource): string {
  return [...text]
    .map((character, index) => {
      if (!/[A-Za-z0-9]/.test(character)) return character;
      const set = setFor(character, index);
      return set[Math.floor(random() * set.length)] ?? character;
    })
    .join('');
}
