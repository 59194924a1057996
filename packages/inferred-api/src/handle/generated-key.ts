import { generatedValue } from '../answer/generated-value.js';
import type { Resource } from '../infer/plan.js';
import type { Call } from './served.js';

/** A key as its path says it, and as the schema of a thing has it. */
export interface EntityKey {
  readonly key: string;
  readonly value: unknown;
}

/** The key that a new thing brings along; undefined where it is to be made. 0 and an empty text say nothing. */
export function givenKey({ key }: Resource, body: Readonly<Record<string, unknown>>): EntityKey | undefined {
  const value = key === undefined ? undefined : body[key];
  const says = typeof value === 'string' ? value !== '' : typeof value === 'number' && value !== 0;
  return says ? { key: String(value), value } : undefined;
}

/** A key that no thing of these parents has: the next number, or an id in the form that is asked for. */
export async function generateKey(call: Call): Promise<EntityKey> {
  const { resource, served, things } = call;
  const { types, keywords } = served.bodies.schemas.chosen(resource.keySchema);
  const isNumber = types.some((type) => type === 'integer' || type === 'number') && !types.includes('string');
  for (let attempt = 0; ; attempt += 1) {
    const least = Number(keywords['minimum'] ?? 0);
    const value = isNumber ? (await things.nextKey()) + Math.max(0, least - 1) : textKey(call, keywords);
    if (attempt > 1000 || (await things.get(String(value)))?.fields === undefined) return { key: String(value), value };
  }
}

function textKey(
  { context, served, resource }: Call,
  { maxLength = 36, pattern }: Readonly<Record<string, unknown>>,
): string {
  const id = context.ids.next('thing');
  const bare = id.replaceAll('-', '');
  const forms = [id, bare, bare.slice(0, 24), bare.replace(/\D/g, '')].map((text) => text.slice(0, Number(maxLength)));
  const fits = (text: unknown) => typeof pattern !== 'string' || new RegExp(pattern, 'u').test(String(text));
  const made = forms.find(fits) ?? generatedValue(served.bodies.schemas, resource.keySchema, id);
  return typeof made === 'string' && fits(made) ? made : id;
}
