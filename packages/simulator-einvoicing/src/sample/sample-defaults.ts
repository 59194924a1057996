import { dateOf, dayOf } from '../assignments/days.js';
import { collectionPolicy } from '../policies.js';
import type { SampleParty } from './sample.js';

/** The default sender of a generated invoice. */
export const sampleSeller: SampleParty = { name: 'Northern Roasters Oy', bid: '2345678-0', country: 'FI' };

/** Issued on the day of an instant, to be paid after the usual time. */
export function sampleDates(issued: Date): { readonly date: string; readonly dueDate: string } {
  const day = dayOf(issued.toISOString());
  return { date: dateOf(day), dueDate: dateOf(day + collectionPolicy.paymentDays) };
}
