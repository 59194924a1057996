import { membersOf } from '@understudy/contract';
import { type FlatSchema, type Resource, remember, type Shape } from '@understudy/model';
import type { ApiRuntime } from '../handle/api-runtime.js';
import { findRequestSchema } from '../handle/fields.js';
import { generateMeaningfulValue } from '../meaning/generate-meaningful-value.js';
import { matches } from '../meaning/match-pattern.js';

type Meaning = Parameters<typeof generateMeaningfulValue>[2];

/**
 * Sets the members of a generated record to values that the creation of a record accepts, if their own schemas are less
 * strict.
 *
 * @param renewed names of members that need a value other than the example in their schema
 */
export function setAcceptedValues(
  served: ApiRuntime,
  resource: Resource,
  { fields, renewed, meaning }: { fields: Record<string, unknown>; renewed: ReadonlySet<string>; meaning: Meaning },
): void {
  const { schemas, operations } = served.plan;
  const accepted = remember(known, resource, () => {
    const plan = [...operations.values()].find((each) => each.does === 'create' && each.resource === resource);
    return plan === undefined ? new Map() : schemas.shape(findRequestSchema({ schemas, plan })).members;
  });
  const own = schemas.shape(resource.schema).members;
  for (const name of new Set([...accepted.keys(), ...renewed])) {
    const [value, member] = [fields[name], accepted.get(name) ?? own.get(name)];
    if (member === undefined || (typeof value !== 'string' && typeof value !== 'number')) continue;
    const limits = own.get(name)?.flat ?? member.flat;
    // Stored records can have more states than new ones, and strings in another format.
    const isFree = typeof value === 'number' || !hasForm.some((each) => each in limits.keywords);
    const isShown = [limits, member.flat].some(({ keywords }) => 'example' in keywords || 'examples' in keywords);
    if (!(isShown && renewed.has(name)) && (!isFree || isAccepted(member.flat, value))) continue;
    const { example: _example, examples: _examples, default: _default, ...keywords } = member.flat.keywords;
    const properties = { [name]: { ...keywords, type: [...member.flat.types] } };
    const inner = { ...meaning, seed: `${meaning.seed} ${name}` };
    const made = membersOf(generateMeaningfulValue(schemas, { type: 'object', required: [name], properties }, inner))[
      name
    ];
    if (isAccepted(member.flat, made) && isAccepted(limits, made)) fields[name] = made;
  }
}

const known = new WeakMap<Resource, ReadonlyMap<string, Shape>>();
const hasForm = ['enum', 'pattern', 'example', 'examples'];

function isAccepted({ keywords }: FlatSchema, value: unknown): boolean {
  const { enum: listed, pattern } = keywords;
  const at = (name: string, usual: number) => Number(keywords[name] ?? usual);
  if (Array.isArray(listed)) return listed.includes(value);
  if (typeof value === 'number') return value >= at('minimum', -Infinity) && value <= at('maximum', Infinity);
  if (typeof value !== 'string') return true;
  const isLong = value.length >= at('minLength', 0) && value.length <= at('maxLength', Infinity);
  return isLong && (typeof pattern !== 'string' || matches(pattern, value));
}
