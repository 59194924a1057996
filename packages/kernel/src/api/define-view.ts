import type { Owner } from '../caller.js';
import type { UnitContext } from '../context.js';
import type { CollectionDefinition, IndexKeys } from '../store/define-collection.js';
import type { Figure } from './figure.js';

export interface ViewedRecord<Stored> {
  readonly key: string;
  readonly value: Stored;
  /** Undefined for records of the API as a whole. */
  readonly owner: Owner | undefined;
}

/** How a collection is displayed. Created by {@link defineView}. */
export interface RecordView {
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
): RecordView {
  // Everything in a collection has its type.
  return { collection: name, draw: (record, context) => draw(record as ViewedRecord<Stored>, context) };
}
