import { defineSetting } from '@understudy/kernel';
import { engineWeekday } from './predictions/name-weekday.js';

/** The name of the weekday in significantFields (time.gap.weekday-name). */
export const weekdayFieldSetting = defineSetting('weekdayField', {
  value: engineWeekday,
  allowed: 'a non-empty string: how significantFields name the weekday',
  accepts: (value): value is string => typeof value === 'string' && value !== '',
});

/** Minimum bytes of each registration in the result, for its limit (time.gap.result-entry-size). */
export const resultEntryBytesSetting = defineSetting('resultEntryBytes', {
  value: 0,
  allowed: 'a number of bytes, 0 or more: what each registration takes at least in a result',
  accepts: (value): value is number => typeof value === 'number' && value >= 0,
});
