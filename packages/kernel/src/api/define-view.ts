import type { Owner } from '../caller.js';
import type { UnitContext } from '../context.js';
import type { CollectionDefinition, IndexKeys } from '../store/define-collection.js';
import type { Figure } from './figure.js';

/** The record that is looked at. */
export interface ViewedRecord<Stored> {
  readonly key: string;
  readonly value: Stored;
  /** Whose it is; undefined for what belongs to the API as a whole. */
  readonly owner: Owner | undefined;
}

/** How people are shown the records of one collection. Made by {@link defineView}. */
export interface View {
  /** Name of the collection. */
  readonly collection: string;
  draw(record: ViewedRecord<unknown>, context: UnitContext): Promise<readonly Figure[]>;
}

/**
 * Declares how a record of a collection looks to people, as figures beside its JSON: in the console, and wherever else
 * `GET /_sim/records/{api}/{collection}/{key}` is asked.
 *
 * @param draw gives the figures, the most telling first; it changes nothing
 *
 * @example
 * defineView(datasets, async ({ value }) => [{ kind: 'plot', title: 'Sales', dates, lines: [{ name: 'sold', values }] }]);
 */
export function defineView<Stored, Keys extends IndexKeys>(
  { name }: CollectionDefinition<Stored, Keys>,
  draw: (record: ViewedRecord<Stored>, context: UnitContext) => Promise<readonly Figure[]>,
): View {
  // Everything in a collection has its type.
  return { collection: name, draw: (record, context) => draw(record as ViewedRecord<Stored>, context) };
}
