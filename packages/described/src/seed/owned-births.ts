import { createRandom } from '@understudy/kernel';
import type { BehaviorSession } from '../handle/behavior/behavior-session.js';
import type { Seeding } from './generate-seeded-record.js';
import { bornOf, lastInstant } from './referred-records.js';
import { countForOwner } from './stated-counts.js';

/** The creation of a record that another record owns. */
export interface OwnedBirth {
  /** The owner of the record. */
  readonly owner: Readonly<Record<string, unknown>>;
  readonly ownerKey: string;
  readonly resource: string;
  readonly born: number;
}

/**
 * The creations of owned records in a collection, with owner and time, the oldest first. Undefined if they have no
 * owners.
 */
export function listOwnedBirths(seeding: Seeding, session: BehaviorSession): readonly OwnedBirth[] | undefined {
  const { served, resource, seed, facts } = seeding;
  const stated = served.plan.behavior.seeds.get(resource.name);
  if (stated?.each === undefined || resource.parents > 0) return undefined;
  const name = typeof stated.each === 'string' ? stated.each : ([...stated.each.uses.resources][0] ?? '');
  const listed = typeof stated.each === 'string' ? session.all(name) : session.evaluate(stated.each, {});
  const owners = Array.isArray(listed) ? listed : [];
  const end = facts.now.getTime() - 60_000;
  const births = owners.flatMap((owner: Readonly<Record<string, unknown>>, index) => {
    const ownerKey = session.keyOfRecord(owner) ?? '';
    const target = served.resourcesByName.get(name);
    const since = target === undefined ? 0 : (bornOf(seeding, target, ownerKey) ?? lastInstant(owner, end));
    const start = typeof stated.each === 'string' ? since : Math.max(since, lastInstant(owner, end));
    const least = stated.over === undefined ? start : Math.max(start, facts.now.getTime() - stated.over);
    const count = stated.least === undefined ? 1 : countForOwner(stated, seed.salt, resource, index);
    const random = createRandom(`${seed.salt} births ${resource.shape} ${index}`);
    return Array.from({ length: count }, (): OwnedBirth => {
      const span =
        typeof stated.each === 'string' ? Math.max(0, end - least) : Math.min(3_600_000, Math.max(0, end - least));
      const born = Math.floor((least + span * random()) / 1000) * 1000;
      return { owner, ownerKey, resource: name, born };
    });
  });
  return births.sort((one, other) => one.born - other.born);
}
