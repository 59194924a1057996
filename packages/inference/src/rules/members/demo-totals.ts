import { joinPointer, membersOf } from '@understudy/contract';
import { findNamed, type Resource, type SchemaReader } from '@understudy/model';
import { amountsOfLines, prices, pricesOfLines, quantities, subtotals, taxes, totals } from '../../words/line-words.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { isNumber, type Part, partsOf, placeOfMember, reference, rounded } from './numbers.js';

/** Infers how the amounts of generated records add up, which requests can also give. */
export const demoTotals: InferenceRule = {
  id: 'demo-totals',
  says: 'In demo data, the amount of a line is its quantity times its unit price, and the amounts of the record add up.',
  *infer(known: Knowledge) {
    for (const resource of known.plan.resources.values()) if (!resource.single) yield* statementsOf(known, resource);
  },
};

function* statementsOf({ plan: { schemas }, model }: Knowledge, resource: Resource): Iterable<InferredStatement> {
  const { members = {} } = model.resources?.[resource.name] ?? {};
  const seeded = membersOf(membersOf(model.seeds?.[resource.name])['set']);
  const [record, ...lists] = partsOf(schemas, resource);
  if (record === undefined) return;
  const say = (part: Part, name: string, expression: string): InferredStatement[] => {
    const path = part.list === undefined ? name : `${part.list}[].${name}`;
    const { value: stated, given } = members[path] ?? {};
    if ((stated !== undefined && given !== true) || Object.hasOwn(seeded, path)) return [];
    const value = rounded(schemas, schemas.chosen(part.schema).properties.get(name), expression);
    const reason = { from: placeOfMember(schemas, part, name), says: `The name ${name}` };
    return [{ at: joinPointer('/seeds', resource.name, 'set', path), value: `=${value}`, reason }];
  };
  const sums = lists.flatMap((part) => {
    const find = finderIn(schemas, part);
    const [quantity, price, amount] = [
      find(quantities),
      find(prices) ?? find(pricesOfLines),
      find([...amountsOfLines]),
    ];
    if (part.list === undefined || quantity === undefined || price === undefined || amount === price) return [];
    const sum = `self.${part.list}.map(each, each.${quantity} * each.${price}).sum()`;
    return [{ sum, lines: amount === undefined ? [] : say(part, amount, `item.${quantity} * item.${price}`) }];
  });
  const [line] = sums;
  if (sums.length === 1 && line !== undefined) yield* line.lines;
  const find = finderIn(schemas, record);
  const [subtotal, total, tax] = [subtotals, totals, taxes].map(find);
  const summed = subtotal ?? total;
  if (sums.length === 1 && line !== undefined && summed !== undefined) yield* say(record, summed, line.sum);
  if (subtotal === undefined || total === undefined) return;
  const base = `self.${subtotal}`;
  if (tax !== undefined) yield* say(record, tax, `self.${tax} > ${base} ? ${base} / 5 : self.${tax}`);
  yield* say(record, total, tax === undefined ? base : `${base} + self.${tax}`);
}

/** Finds the numbers of a part that expressions can name. */
function finderIn(schemas: SchemaReader, { schema }: Part): (names: readonly string[]) => string | undefined {
  const numbers = [...schemas.chosen(schema).properties].flatMap(([name, each]) =>
    isNumber(schemas, each) && reference('self', name) !== undefined ? [name] : [],
  );
  return (names) => findNamed(numbers, names);
}
