import { membersOf } from '@understudy/contract';
import { type FlatSchema, lastSegment, type Resource, remember, type Shape } from '@understudy/model';
import type { ApiRuntime } from '../handle/api-runtime.js';
import { findRequestSchema } from '../handle/fields.js';
import { generateMeaningfulValue } from '../meaning/generate-meaningful-value.js';
import { matches } from '../meaning/match-pattern.js';

type Meaning = Parameters<typeof generateMeaningfulValue>[2];

/**
 * Gives the members of a generated record values that the creation of one accepts, where their own schemas do not limit
 * them.
 *
 * @param renewed names of members that get another value than the example of their schema
 */
export function setAcceptedValues(
  served: ApiRuntime,
  resource: Resource,
  { fields, renewed, meaning }: { fields: Record<string, unknown>; renewed: ReadonlySet<string>; meaning: Meaning },
): void {
  const { schemas } = served.plan;
  const accepted = remember(known, resource, () => listAccepted(served, resource));
  const own = schemas.shape(resource.schema).members;
  for (const name of new Set([...accepted.keys(), ...renewed])) {
    const [value, member] = [fields[name], accepted.get(name) ?? own.get(name)];
    if (member === undefined || value === undefined || value === null || typeof value === 'object') continue;
    const isNew = renewed.has(name) && typeof value === 'string';
    const limits = own.get(name)?.flat.keywords ?? {};
    // A record can have more states than a new one, and texts in another form.
    const isLimited =
      typeof value === 'string' && ['enum', 'pattern', 'example', 'examples'].some((each) => each in limits);
    if (!isNew && (isLimited || isAccepted(member.flat, value))) continue;
    const { example: _example, examples: _examples, default: _default, ...keywords } = member.flat.keywords;
    const schema = { ...keywords, type: [...member.flat.types] };
    const whole = { type: 'object', required: [name], properties: { [name]: schema } };
    const seed = `${meaning.seed} ${name}`;
    const made = membersOf(
      generateMeaningfulValue(schemas, whole, { ...meaning, name: lastSegment(resource.shape), seed }),
    );
    const isFit = isAccepted(member.flat, made[name]) && isAccepted({ keywords: limits }, made[name]);
    if (isFit) fields[name] = made[name];
  }
}

const known = new WeakMap<Resource, ReadonlyMap<string, Shape>>();

/** The members of the request that creates a record. */
function listAccepted({ plan: { operations, schemas } }: ApiRuntime, resource: Resource): ReadonlyMap<string, Shape> {
  const creation = [...operations.values()].find((each) => each.does === 'create' && each.resource === resource);
  return creation === undefined ? new Map() : schemas.shape(findRequestSchema({ schemas, plan: creation })).members;
}

function isAccepted({ keywords }: Pick<FlatSchema, 'keywords'>, value: unknown): boolean {
  const { enum: listed, pattern } = keywords;
  const at = (name: string, usual: number) => Number(keywords[name] ?? usual);
  if (Array.isArray(listed)) return listed.includes(value);
  if (typeof value === 'number') return value >= at('minimum', -Infinity) && value <= at('maximum', Infinity);
  if (typeof value !== 'string') return true;
  const isLong = value.length >= at('minLength', 0) && value.length <= at('maxLength', Infinity);
  return isLong && (typeof pattern !== 'string' || matches(pattern, value));
}
