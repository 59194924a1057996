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

/** Defines how a collection is displayed. Created by {@link defineView}. */
export interface RecordView {
  readonly collection: string;
  draw(record: ViewedRecord<unknown>, context: UnitContext): Promise<readonly Figure[]>;
}

/**
 * Declares how the records of a collection are displayed: as figures next to their JSON in the console and in `GET
 * /_sim/records/{api}/{collection}/{key}`.
 *
 * @param draw returns the figures, the most important one first; must have no side effects
 *
 * @example
 * defineView(datasets, async ({ value }) => [{ kind: 'plot', title: 'Sales', dates, lines: [{ name: 'sold', values }] }]);
 */
export function defineView<Stored, Keys extends IndexKeys>(
  { name }: CollectionDefinition<Stored, Keys>,
  draw: (record: ViewedRecord<Stored>, context: UnitContext) => Promise<readonly Figure[]>,
): RecordView {
  // All records of a collection have its type.
  return { collection: name, draw: (record, context) => draw(record as ViewedRecord<Stored>, context) };
}
