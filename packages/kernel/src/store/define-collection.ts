/** What entries of an index are ordered by: the parts one after another. */
export type IndexKey = ReadonlyArray<string | number | boolean>;

/** The indexes of a collection by name: what each orders the entries by. An entry without a key stays out of the index. */
export type Indexes<Stored> = Readonly<Record<string, Index<Stored>['keyOf']>>;

// As a method, so that a collection of something more exact can be given where one of the less exact is wanted.
interface Index<Stored> {
  keyOf(stored: Stored): IndexKey | undefined;
}

/** A collection, declared once: the name that the store keeps it under, with the type of what is in it. */
export interface CollectionDefinition<Stored> {
  readonly name: string;
  readonly indexes: Indexes<Stored>;
}

/**
 * Declares a collection. Its value is what `scope.collection` takes, so that no string names a collection twice.
 *
 * @param name the name under which a store keeps it, unique within an API
 * @param options.indexes orders of the entries besides that of their keys; a store is handed them with the declaration,
 *   and reads by key whether it keeps them or not
 *
 * @example
 * const invoices = defineCollection<StoredInvoice>('invoices', {
 *   indexes: { received: ({ direction, receivedAt }) => [direction, receivedAt] },
 * });
 * await context.scope.collection(invoices).get(invoiceId);
 */
export function defineCollection<Stored>(
  name: string,
  { indexes = {} }: { readonly indexes?: Indexes<Stored> } = {},
): CollectionDefinition<Stored> {
  return { name, indexes };
}
