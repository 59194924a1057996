import { defineSetting } from '@understudy/kernel';

/** The engine's name for the weekday in significantFields (time.gap.weekday-name). */
const engineWeekday: string = 'date';

/** The name of the weekday in significantFields (time.gap.weekday-name). */
export const weekdayFieldSetting = defineSetting('weekdayField', {
  value: engineWeekday,
  allowed: 'a non-empty string: how significantFields name the weekday',
  accepts: (value): value is string => typeof value === 'string' && value !== '',
});

/** Minimum size in bytes of each registration in a result, for the result limit (time.gap.result-entry-size). */
export const resultEntryBytesSetting = defineSetting('resultEntryBytes', {
  value: 0,
  allowed: 'a number of bytes, 0 or more: what each registration takes at least in a result',
  accepts: (value): value is number => typeof value === 'number' && value >= 0,
});

export function nameWeekday<Item extends { readonly significantFields: ReadonlyArray<{ readonly field: string }> }>(
  predictions: Item[],
  name: string,
): Item[] {
  if (name === engineWeekday) return predictions;
  return predictions.map((prediction) => ({
    ...prediction,
    significantFields: prediction.significantFields.map((significant) =>
      significant.field === engineWeekday ? { ...significant, field: name } : significant,
    ),
  }));
}
