import { joinPointer } from '@understudy/contract';
import {
  type FlatSchema,
  normalizeName,
  type Resource,
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
    const byWord = indexOf(resources.values());
    for (const own of resources.values()) {
      if (own.single) continue;
      const stated = new Set(
        Object.entries(model.resources?.[own.name]?.members ?? {}).flatMap(([path, { refersTo }]) =>
          refersTo === undefined ? [] : [path.split(/[.\]]+/).at(-1)],
        ),
      );
      for (const [name, member] of membersIn(schemas, own.schema)) {
        const target = stated.has(name) ? undefined : findTarget(byWord, own, name);
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

/** The collections without parents, by their names and by the last words of these. */
function indexOf(resources: Iterable<Resource>): ReadonlyMap<string, readonly Resource[]> {
  const index = new Map<string, Resource[]>();
  for (const resource of resources) {
    if (resource.single || resource.parents > 0 || resource.key === undefined) continue;
    const words = splitWords(wordOf(resource));
    for (const [by, part] of [
      ['whole', words],
      ['last', words.slice(-1)],
    ] as const) {
      const id = `${by} ${singularOf(part)}`;
      index.set(id, [...(index.get(id) ?? []), resource]);
    }
  }
  return index;
}

function singularOf(words: readonly string[]): string {
  return [...words.slice(0, -1), toSingular(words.at(-1) ?? '')].join('');
}

/** The one resource that the last words of a name mean, the most words first. */
function findTarget(
  byWord: ReadonlyMap<string, readonly Resource[]>,
  own: Resource,
  name: string,
): Resource | undefined {
  const words = splitWords(name);
  const last = words.at(-1) ?? '';
  const stem = words.slice(0, -1);
  if ((!keyWords.has(last) && !numberWords.has(last)) || stem.some((word) => foreign.has(word))) return undefined;
  for (const by of ['whole', 'last'])
    for (const at of stem.keys()) {
      const noun = singularOf(stem.slice(at));
      const [target, another] = byWord.get(`${by} ${noun}`) ?? [];
      if (target === undefined || another !== undefined) continue;
      const key = normalizeName(target.key ?? '');
      const isKey =
        [toSingular(last), `${noun}${toSingular(last)}`].includes(key) || (keyWords.has(last) && keyWords.has(key));
      if (!isKey) continue;
      const isOther = target !== own || stem.slice(0, at).some((word) => rolesAmongAlike.has(word) || word === 'main');
      return isOther ? target : undefined;
    }
  return undefined;
}
