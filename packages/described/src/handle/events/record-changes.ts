import { type Resource, remember } from '@understudy/model';

type Fields = Readonly<Record<string, unknown>>;

/** The change that a unit of work made to a record. */
export interface RecordChange {
  readonly resource: Resource;
  readonly key: string;
  /** The joined keys of the record's parents. */
  readonly parents: string;
  /** Undefined for a new record. */
  readonly before: Fields | undefined;
  /** Undefined for a deleted record. */
  readonly after: Fields | undefined;
}

const changes = new WeakMap<object, Map<string, RecordChange>>();
const followed = new WeakSet<Resource>();

/** Starts recording the changes of a resource's records. */
export function followChanges(resource: Resource): void {
  followed.add(resource);
}

export function isFollowed(resource: Resource): boolean {
  return followed.has(resource);
}

/** Records a change. Several changes of a record in one unit of work are merged. */
export function noteChange(context: object, change: RecordChange): void {
  const all = remember(changes, context, () => new Map<string, RecordChange>());
  const name = `${change.resource.shape} ${change.parents} ${change.key}`;
  const earlier = all.get(name);
  all.set(name, earlier === undefined ? change : { ...change, before: earlier.before });
}

export function hasChanges(context: object): boolean {
  return changes.has(context);
}

/** Returns the changes of a unit of work so far. Each is returned only once. */
export function takeChanges(context: object): readonly RecordChange[] {
  const all = [...(changes.get(context)?.values() ?? [])];
  changes.delete(context);
  return all.filter(({ before, after }) => before !== undefined || after !== undefined);
}
