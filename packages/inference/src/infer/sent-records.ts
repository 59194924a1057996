import { lastSegment, normalizeName, type SchemaReader, splitWords, toSingular } from '@understudy/model';
import type { IntentRule } from './intent.js';
import { purposeOf } from './purpose-of.js';
import { takenBy } from './single-at.js';
import type { SurveyedOperation } from './survey.js';

/** Unrelated resources can share fewer members than this. */
const fewest = 3;
/** More than the number of members of any resource. */
const most = 100_000;

/** Counts the members that a creation shares with a resource. Returns 0 if most members differ. */
export function countSentMembers(schemas: SchemaReader, each: SurveyedOperation, schema: unknown): number {
  if (each.method !== 'POST' || each.shape.includes('{')) return 0;
  const purpose = purposeOf(each);
  if (purpose !== 'create' && purpose !== 'act') return 0;
  const [sent, own] = [takenBy(schemas, each), schema].map(
    (one) => new Set([...schemas.chosen(one).properties.keys()].map(normalizeName)),
  );
  if (sent === undefined || own === undefined) return 0;
  const common = [...sent].filter((name) => own.has(name)).length;
  return common >= fewest && common * 2 >= Math.max(sent.size, own.size) ? common : 0;
}

/**
 * Infers a creation at any path if most members match another resource: `POST /email`. If several resources match,
 * their names in the operation decide, and then the number of shared members.
 */
export const bySentMembers: IntentRule = ({ schemas }, { all }, each) => {
  const words = splitWords(`${each.operation.operationId} ${each.node['summary'] ?? ''}`).map(toSingular);
  const suited = all.flatMap((resource) => {
    const count = resource.single || resource.parents > 0 ? 0 : countSentMembers(schemas, each, resource.schema);
    const noun = toSingular(splitWords(lastSegment(resource.shape)).at(-1) ?? '');
    return count === 0 ? [] : [{ resource, count: count + (words.includes(noun) ? most : 0) }];
  });
  const [first, second] = suited.sort((one, other) => other.count - one.count);
  if (first === undefined || first.count === second?.count) return undefined;
  const { resource } = first;
  return { does: 'create', resource, why: `stores one of ${resource.name}: most members are the same` };
};
