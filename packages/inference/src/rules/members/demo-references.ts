import { joinPointer, membersOf } from '@understudy/contract';
import { findNamed, normalizeName, type Resource, type SchemaReader } from '@understudy/model';
import { dot } from '../../prose/vocabulary.js';
import { amountsOfRecords, taxes, totals } from '../../words/line-words.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { isNumber, partsOf, placeOfMember } from './numbers.js';

/** A record that another one refers to. */
interface Referred {
  readonly path: string;
  readonly target: Resource;
}

/** Infers how generated records agree with the records that they refer to. */
export const demoReferences: InferenceRule = {
  id: 'demo-references',
  says: 'In demo data, an invoice or a payment has the total, the tax and the currency of the order that it refers to, and an order goes to the address of its customer.',
  *infer(known: Knowledge) {
    for (const resource of known.plan.resources.values()) if (!resource.single) yield* statementsOf(known, resource);
  },
};

function* statementsOf({ plan: { schemas, resources }, model }: Knowledge, resource: Resource) {
  const { members = {} } = model.resources?.[resource.name] ?? {};
  const seeded = membersOf(membersOf(model.seeds?.[resource.name])['set']);
  const byName = new Map([...resources.values()].map((each) => [each.name, each]));
  const [record] = partsOf(schemas, resource);
  const referred = Object.entries(members).flatMap(([path, { refersTo }]): Referred[] => {
    const target = byName.get(refersTo ?? '');
    const isList = path.includes('[]') || schemas.chosen(schemas.member(resource.schema, path)).items !== undefined;
    return target === undefined || target === resource || isList ? [] : [{ path, target }];
  });
  if (record === undefined || referred.length === 0) return;
  const priced = referred.filter(({ target }) => totalOf(schemas, target) !== undefined);
  for (const [own, property] of schemas.chosen(resource.schema).properties) {
    if (members[own]?.value !== undefined || Object.hasOwn(seeded, own)) continue;
    const copies = [
      ...(priced.length === 1 ? priced : []).flatMap((one) => amountOf(schemas, [own, property], one)),
      ...referred.flatMap((one) => addressOf(schemas, [own, property], one)),
    ];
    const [copy] = copies;
    if (copy === undefined || copies.length > 1) continue;
    const statement: InferredStatement = {
      at: joinPointer('/seeds', resource.name, 'set', own),
      value: `=find(${JSON.stringify(copy.of.target.name)}, ${dot('self', copy.of.path)})${dot('', copy.name)}`,
      reason: { from: placeOfMember(schemas, record, own), says: `The names ${own} and ${copy.of.path}` },
    };
    yield statement;
  }
}

type Property = readonly [name: string, schema: unknown];

function numbersOf(schemas: SchemaReader, schema: unknown): string[] {
  return [...schemas.chosen(schema).properties].flatMap(([name, each]) => (isNumber(schemas, each) ? [name] : []));
}

function totalOf(schemas: SchemaReader, { schema }: Resource): string | undefined {
  return findNamed(numbersOf(schemas, schema), totals);
}

function amountOf(schemas: SchemaReader, [own, property]: Property, of: Referred) {
  const { target } = of;
  const name = normalizeName(own);
  const isOfMoney = isNumber(schemas, property);
  const found =
    isOfMoney && amountsOfRecords.includes(name)
      ? totalOf(schemas, target)
      : isOfMoney && taxes.includes(name)
        ? findNamed(numbersOf(schemas, target.schema), taxes)
        : /^currency(?:code)?$/.test(name)
          ? findNamed(schemas.chosen(target.schema).properties.keys(), [name])
          : undefined;
  return found !== undefined && isAlike(schemas, property, target, found) ? [{ of, name: found }] : [];
}

/** The address of the same name in the record that is referred to, or just its address. */
function addressOf(schemas: SchemaReader, [own, property]: Property, of: Referred) {
  if (!/address$/.test(normalizeName(own)) || schemas.chosen(property).properties.size === 0) return [];
  const { properties } = schemas.chosen(of.target.schema);
  const found = findNamed(properties.keys(), [normalizeName(own), 'address']);
  return found !== undefined && isAlike(schemas, property, of.target, found) ? [{ of, name: found }] : [];
}

function isAlike(schemas: SchemaReader, property: unknown, { schema }: Resource, name: string): boolean {
  const [one, other] = [property, schemas.member(schema, name)].map((each) => schemas.chosen(each));
  const listOf = (flat: typeof one) => [...(flat?.properties.keys() ?? [])].sort().join();
  const allows = (flat: typeof one) => JSON.stringify(flat?.keywords['enum'] ?? []);
  return one?.types.join() === other?.types.join() && listOf(one) === listOf(other) && allows(one) === allows(other);
}
