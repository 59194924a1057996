import { defineCollection } from '../store/define-collection.js';
import type { ClockMode } from './clock-setting.js';

/**
 * How a clock stands: the instant it showed, and, unless it stands still, when that was by the machine's time. Without
 * `since` a scaled clock continues from the instant, and a real one shows the machine's time. Instants are ISO 8601.
 */
export type ClockRecord = ClockMode & { readonly at: string; readonly since?: string };

/** One record, `clock`. */
export const clockRecords = defineCollection<ClockRecord>('clock');
