import { defineSetting } from '@understudy/kernel';
import { engineWeekday } from './predictions/name-weekday.js';

/** How significantFields name the weekday (time.gap.weekday-name). */
export const weekdayField = defineSetting('weekdayField', {
  value: engineWeekday,
  allowed: 'a non-empty string: how significantFields name the weekday',
  accepts: (value): value is string => typeof value === 'string' && value !== '',
});
