import { joinPointer } from '@understudy/contract';
import {
  type FlatSchema,
  normalizeName,
  type Resource,
  remember,
  type SchemaReader,
  splitWords,
  toSingular,
} from '@understudy/model';
import { foreign, keyWords, numberWords, rolesAmongAlike } from '../../words/generic-members.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { canBe, wordOf } from './find-target.js';

/** Objects in a record whose members are read. */
const deepest = 3;

/** Infers which members of generated records have the keys of other records, by the last words of their names. */
export const demoTargets: InferenceRule = {
  id: 'demo-targets',
  says: 'In demo data, a member whose name ends with another resource and the word of its key has the key of a record, as in responsibleEmployeeNumber.',
  *infer({ plan: { schemas, resources }, model }: Knowledge): Iterable<InferredStatement> {
    const find = finderIn(resources.values());
    for (const own of resources.values()) {
      if (own.single) continue;
      const stated = new Set(
        Object.entries(model.resources?.[own.name]?.members ?? {}).flatMap(([path, { refersTo }]) =>
          refersTo === undefined ? [] : [path.split(/[.\]]+/).at(-1)],
        ),
      );
      for (const [name, member] of membersIn(schemas, own.schema)) {
        const target = stated.has(name) ? undefined : findTarget(find, own, name);
        if (target === undefined || !canBe(schemas, target, member)) continue;
        const at = joinPointer('/seeds', own.name, 'refersTo', name);
        yield { at, value: target.name, reason: { says: `The name ${name}` } };
      }
    }
  },
};

/** The members of a record and of the objects in it that can have a key, by their names. */
function membersIn(schemas: SchemaReader, record: unknown): ReadonlyMap<string, FlatSchema> {
  const found = new Map<string, FlatSchema>();
  const visit = (schema: unknown, depth: number): void => {
    for (const [name, property] of schemas.chosen(schema).properties) {
      const flat = schemas.chosen(property);
      const { items } = flat;
      const scalar = items === undefined ? flat : schemas.chosen(items);
      if (scalar.types.length > 0 && scalar.properties.size === 0 && !found.has(name)) found.set(name, scalar);
      if (depth < deepest) visit(items ?? property, depth + 1);
    }
  };
  visit(record, 1);
  return found;
}

/** Finds the collection that a noun names, as a whole or with its last word, at the top if there are several. */
function finderIn(resources: Iterable<Resource>): (noun: string) => Resource | undefined {
  const depthOf = (each?: { readonly resource: Resource }) => each?.resource.name.split('.').length;
  const all = [...resources]
    .filter(({ single, parents, key }) => !single && parents === 0 && key !== undefined)
    .map((resource) => ({ resource, words: splitWords(wordOf(resource)) }))
    .map(({ resource, words }) => ({ resource, names: [singularOf(words), singularOf(words.slice(-1))] }))
    .sort((one, other) => (depthOf(one) ?? 0) - (depthOf(other) ?? 0));
  const known = new Map<string, Resource | undefined>();
  return (noun) =>
    remember(known, noun, () => {
      const [whole, last] = [0, 1].map((at) => all.filter(({ names }) => names[at] === noun));
      const [first, second] = whole?.length === 0 ? (last ?? []) : (whole ?? []);
      return depthOf(first) === depthOf(second) ? undefined : first?.resource;
    });
}

function singularOf(words: readonly string[]): string {
  return [...words.slice(0, -1), toSingular(words.at(-1) ?? '')].join('');
}

/** The resource that the last words of a name mean, the most words first. */
function findTarget(find: ReturnType<typeof finderIn>, own: Resource, name: string): Resource | undefined {
  const words = splitWords(name);
  const last = toSingular(words.at(-1) ?? '');
  const stem = words.slice(0, -1);
  if (!(keyWords.has(last) || numberWords.has(last)) || stem.some((word) => foreign.has(word))) return undefined;
  for (const at of stem.keys()) {
    const noun = singularOf(stem.slice(at));
    const target = find(noun);
    const key = normalizeName(target?.key ?? '');
    if (target === undefined || !(key === last || key === noun + last || (keyWords.has(last) && keyWords.has(key))))
      continue;
    const isOther = target !== own || stem.slice(0, at).some((word) => word === 'main' || rolesAmongAlike.has(word));
    return isOther ? target : undefined;
  }
  return undefined;
}
