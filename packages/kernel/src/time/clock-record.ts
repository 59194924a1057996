import { defineCollection } from '../store/define-collection.js';
import type { ClockMode } from './clock-setting.js';

/** Saved clock state: the instant shown and, unless paused, the real time at that moment. Instants are ISO 8601. */
export type ClockRecord = ClockMode & { readonly at: string; readonly since?: string };

/** One record, `clock`. */
export const clockRecords = defineCollection<ClockRecord>('clock');
