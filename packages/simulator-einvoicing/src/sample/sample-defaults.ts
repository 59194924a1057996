import { toDate, toDayNumber } from '../assignments/days.js';
import { collectionPolicy } from '../policies.js';
import type { SampleParty } from './sample.js';

/** The default sender of a generated invoice. */
export const sampleSeller: SampleParty = { name: 'Northern Roasters Oy', bid: '2345678-0', country: 'FI' };

/** Issued on the day of an instant, to be paid after the usual time. */
export function chooseSampleDates(issued: Date): { readonly date: string; readonly dueDate: string } {
  const day = toDayNumber(issued.toISOString());
  return { date: toDate(day), dueDate: toDate(day + collectionPolicy.paymentDays) };
}
