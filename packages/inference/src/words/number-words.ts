const words = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Reads a number in digits or words: 2000, "three", "twice". Returns undefined for other strings. */
export function readNumberWord(text: string): number | undefined {
  if (/^-?\d{1,12}(?:\.\d{1,6})?$/.test(text)) return Number(text);
  if (/^\d{1,3}(?:,\d{3})+$/.test(text)) return Number(text.replaceAll(',', ''));
  if (text === 'once') return 1;
  if (text === 'twice') return 2;
  if (/^(?:no|none|nothing|free|nil)$/.test(text)) return 0;
  if (text === 'couple' || text === 'pair') return 2;
  if (text === 'dozen') return 12;
  const index = words.indexOf(text);
  return index < 0 ? undefined : index;
}

/** Time units, with the function for each in expressions. */
export const spanOf: Readonly<Record<string, string>> = {
  second: 'seconds',
  minute: 'minutes',
  hour: 'hours',
  day: 'days',
  seconds: 'seconds',
  minutes: 'minutes',
  hours: 'hours',
  days: 'days',
};

/** Names of the number in an object with an amount and a currency. */
export const amountMembers: readonly string[] = ['amount', 'value', 'cents', 'minorunits'];

/** Words for minimum and maximum. */
export const extremes: Readonly<Record<string, 'min' | 'max'>> = {
  ...Object.fromEntries(
    'cheapest lowest smallest least earliest first oldest shortest minimum'
      .split(' ')
      .map((word) => [word, 'min' as const]),
  ),
  ...Object.fromEntries(
    'highest largest biggest greatest latest last newest longest maximum'
      .split(' ')
      .map((word) => [word, 'max' as const]),
  ),
};

/** Fractions, by their divisor. */
export const fractions: Readonly<Record<string, number>> = {
  ...{ half: 2, third: 3, quarter: 4, fifth: 5, sixth: 6, seventh: 7, eighth: 8, ninth: 9, tenth: 10 },
  ...{ twelfth: 12, twentieth: 20, hundredth: 100 },
};
