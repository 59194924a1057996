import { isSecretPosition, toKeyText } from '@understudy/described';
import { getMember, remember } from '@understudy/model';
import { countValues, groupBy } from './count-values.js';
import { keyNamePattern } from './extract-conditions.js';
import { readPathParameters } from './find-paths.js';
import type { OperationExchange } from './learn-http-conventions.js';
import { placesIn, type RecordUse, recordsIn, scalarsOf } from './record-use.js';
import { isDone } from './recorded-exchange.js';
import { toAccess, toLiteral } from './to-cel.js';

/** The resource of the record that a value refers to, by its key or by another unique member. */
export interface NamedResource {
  readonly resource: string;
  readonly by?: string | undefined;
}

/**
 * Returns the resources of the referenced records, by operation and position: `path.accountId`, `body.from`,
 * `self.customer`.
 */
export function namedResources(
  all: readonly OperationExchange[],
  uses: ReadonlyMap<string, RecordUse>,
): Map<string, Map<string, NamedResource>> {
  const owners = new Map<string, Set<string>>();
  /** Keys of the records that contain a string, by resource and member. */
  const keysWith = new Map<string, Map<string, Set<string>>>();
  for (const { operation, exchange } of all) {
    const use = uses.get(operation.id);
    if (use === undefined || !isDone(exchange)) continue;
    for (const record of recordsIn(use, exchange)) {
      const key = toKeyText(getMember(record, use.key));
      if (key === undefined) continue;
      remember(owners, key, () => new Set()).add(use.resource);
      for (const [member, value] of scalarsOf(record))
        if (typeof value === 'string' && value !== key)
          remember(
            remember(keysWith, value, () => new Map<string, Set<string>>()),
            `${use.resource} ${member}`,
            () => new Set<string>(),
          ).add(key);
    }
  }
  const shared = new Set(
    [...keysWith.values()].flatMap((members) =>
      [...members].flatMap(([member, keys]) => (keys.size > 1 ? member : [])),
    ),
  );
  const places = all.flatMap(({ operation, exchange }) => {
    if (!isDone(exchange)) return [];
    const use = uses.get(operation.id);
    const [self] = use === undefined || use.does === 'list' ? [] : recordsIn(use, exchange);
    const path = readPathParameters(operation.path, exchange.path);
    return placesIn({ path, body: exchange.body, self }).flatMap(({ via, value }) => {
      const key = toKeyText(value);
      if (key === undefined || via === `path.${use?.parameter}` || via === `self.${use?.key}`) return [];
      const isKey = !(Number(value) < 1000) || typeof value === 'string' || keyNamePattern.test(via);
      // A value of the operation's own resource is not a reference to another record.
      const members = [...(via.startsWith('body.') && !isSecretPosition(via) ? (keysWith.get(key)?.keys() ?? []) : [])];
      const others = members.filter((each) => !shared.has(each) && !each.startsWith(`${use?.resource} `));
      return { id: operation.id, via, resources: [...(isKey ? (owners.get(key) ?? []) : []), ...others] };
    });
  });
  const found = new Map<string, Map<string, NamedResource>>();
  for (const own of groupBy(places, ({ id, via }) => `${id} ${via}`).values()) {
    const [{ id, via } = { id: '', via: '' }] = own;
    const [[place, count] = ['', 0]] = countValues(own.flatMap(({ resources }) => resources));
    const [resource = '', by] = place.split(' ');
    if (count > 1 && count * 1.2 >= own.length)
      remember(found, id, () => new Map<string, NamedResource>()).set(via, {
        resource,
        ...(by === undefined ? {} : { by }),
      });
  }
  // References of a record also apply to operations whose responses omit the record, such as its deletion.
  for (const [id, use] of uses)
    for (const [other, positions] of use.parameter === undefined ? [] : [...found])
      for (const [via, named] of uses.get(other)?.resource === use.resource ? positions : [])
        if (via.startsWith('self.')) remember(found, id, () => new Map<string, NamedResource>()).set(via, named);
  return found;
}

/** Writes a lookup of the record that a value refers to as CEL. */
export function writeRecord({ resource, by }: NamedResource, value: string): string {
  if (by === undefined) return `find(${toLiteral(resource)}, ${value})`;
  return `all(${toLiteral(resource)}).filter(o, ${toAccess(`o.${by}`)} == ${value}).first()`;
}
