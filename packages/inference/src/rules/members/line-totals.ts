import { joinPointer } from '@understudy/contract';
import { findNamed, normalizeName, type Resource, type SchemaReader } from '@understudy/model';
import {
  amountsOfLines,
  defaultRate,
  others,
  percents,
  prices,
  pricesOfLines,
  quantities,
  rates,
  subtotals,
  taxes,
  totals,
  totalsOfLines,
} from '../../words/line-words.js';
import type { InferenceRule, InferredStatement } from '../rule.js';
import { memberAt } from '../run-rules.js';
import { isNumber, ownMembers, type Part, partsOf, placeOfMember, reference, rounded } from './numbers.js';

/** Infers the totals of lines with a quantity and a unit price, and of the record around them. */
export const lineTotals: InferenceRule = {
  id: 'line-totals',
  says: 'The total of a line is its quantity times its unit price, and those of the record add up',
  *infer({ plan: { schemas, resources, operations } }) {
    for (const resource of resources.values()) {
      const [record, ...lists] = partsOf(schemas, resource);
      const summed = lists.flatMap((part) => {
        const found = lineTotalOf(schemas, part);
        return found === undefined ? [] : [{ ...found, part }];
      });
      const [line] = summed;
      if (record === undefined || summed.length > 1) continue;
      const grown = [...operations.values()].flatMap((each) =>
        each.resource === resource ? (each.effects?.list?.member ?? []) : [],
      );
      if (line === undefined) yield* sumsOfLines(schemas, resource, { record, lists, grown });
      else yield* statementsOf(schemas, resource, { ...line, record });
    }
  },
};

interface Line {
  readonly list: string;
  readonly total: string;
  readonly value: string;
}

function numbersOf(schemas: SchemaReader, { schema }: Part): string[] {
  return [...schemas.chosen(schema).properties].flatMap(([name, each]) =>
    isNumber(schemas, each) && reference('self', name) !== undefined ? [name] : [],
  );
}

function lineTotalOf(schemas: SchemaReader, part: Part): Line | undefined {
  const numbers = numbersOf(schemas, part);
  const [quantity, price, percent] = [quantities, prices, percents].map((names) => findNamed(numbers, names));
  const own = ownMembers(schemas, part).filter(
    ({ name }) => numbers.includes(name) && amountsOfLines.has(normalizeName(name)),
  );
  const [total, another] = own;
  const isElse = numbers.some(
    (name) => name !== percent && name !== total?.name && name !== price && others.test(normalizeName(name)),
  );
  if (quantity === undefined || price === undefined || total === undefined || another !== undefined || isElse)
    return undefined;
  if (part.list === undefined || reference('self', part.list) === undefined) return undefined;
  const product = `item.${quantity} * item.${price}`;
  const value =
    percent === undefined ? product : `${product} * (1 - (has(item.${percent}) ? item.${percent} : 0) / 100)`;
  return {
    list: part.list,
    total: total.name,
    value: rounded(schemas, schemas.chosen(part.schema).properties.get(total.name), value),
  };
}

function* statementsOf(
  schemas: SchemaReader,
  resource: Resource,
  { list, total: lineTotal, value, record }: Line & { readonly record: Part },
): Iterable<InferredStatement> {
  const say = (member: string, expression: string, says: string): InferredStatement => ({
    at: memberAt(resource.name, member, 'value'),
    value: expression,
    reason: { from: placeOfMember(schemas, record, member.split('[]')[0] ?? member), says },
  });
  yield say(`${list}[].${lineTotal}`, value, `The name ${lineTotal} beside a quantity and a unit price`);
  const { properties } = schemas.chosen(record.schema);
  const numbers = numbersOf(schemas, record);
  const own = new Set(ownMembers(schemas, record).map(({ name }) => name));
  const find = (names: readonly string[]) =>
    findNamed(
      numbers.filter((name) => own.has(name)),
      names,
    );
  const [subtotal, tax, total] = [subtotals, taxes, totals].map(find);
  const rate = findNamed(numbers, rates);
  const used = new Set([subtotal, tax, total, rate]);
  const isElse = numbers.some((name) => !used.has(name) && others.test(normalizeName(name)));
  const sum = `self.${list}.map(each, each.${lineTotal}).sum()`;
  if (subtotal !== undefined)
    yield say(subtotal, rounded(schemas, properties.get(subtotal), sum), 'Sum of the lines, by its name');
  const isPercent =
    rate !== undefined &&
    /percent|%|pct/i.test(`${rate} ${schemas.chosen(properties.get(rate)).keywords['description'] ?? ''}`);
  if (isElse) return;
  if (rate !== undefined && isPercent && tax !== undefined && subtotal !== undefined && !resource.writable.has(rate)) {
    const reason = { from: placeOfMember(schemas, record, rate), says: `${tax} needs it, and no request has it` };
    yield { at: memberAt(resource.name, rate), value: { default: defaultRate }, reason };
    yield { at: joinPointer('/seeds', resource.name, 'set', rate), value: `=self.${rate}`, reason };
  }
  if (subtotal !== undefined && tax !== undefined && isPercent)
    yield say(
      tax,
      rounded(schemas, properties.get(tax), `self.${subtotal} * self.${rate} / 100`),
      `${rate} in percent`,
    );
  if (total === undefined) return;
  if (subtotal !== undefined && tax !== undefined)
    yield say(
      total,
      rounded(schemas, properties.get(total), `self.${subtotal} + self.${tax}`),
      `${subtotal} and ${tax}`,
    );
  else if (subtotal === undefined && tax === undefined)
    yield say(total, rounded(schemas, properties.get(total), sum), 'Sum of the lines, by its name');
}

/**
 * The total of a new record is the sum of its lines with a price, if the request does not give it. It follows lines that
 * are added and removed.
 */
function* sumsOfLines(
  schemas: SchemaReader,
  resource: Resource,
  {
    record,
    lists,
    grown,
  }: { readonly record: Part; readonly lists: readonly Part[]; readonly grown: readonly string[] },
): Iterable<InferredStatement> {
  const names = numbersOf(schemas, record).filter((name) => totalsOfLines.test(normalizeName(name)));
  const priced = lists.flatMap((part) => {
    const numbers = numbersOf(schemas, part);
    const price = findNamed(numbers, pricesOfLines);
    const isSent = part.list !== undefined && resource.writable.has(part.list) && price !== undefined;
    return isSent ? [{ list: part.list, price, quantity: findNamed(numbers, quantities) }] : [];
  });
  const [line] = priced;
  if (line === undefined || priced.length > 1 || reference('self', line.list) === undefined) return;
  const amount = `each.${line.price}`;
  const product =
    line.quantity === undefined ? amount : `${amount} * (has(each.${line.quantity}) ? each.${line.quantity} : 1)`;
  const sum = `self.${line.list}.map(each, ${product}).sum()`;
  const value = `self.${line.list}.size() > 0 && self.${line.list}.all(each, has(${amount})) ? ${sum} : null`;
  for (const name of names)
    yield {
      at: memberAt(resource.name, name),
      value:
        grown.includes(line.list) && !resource.writable.has(name) ? { value } : { value, on: 'create', given: true },
      reason: { from: placeOfMember(schemas, record, name), says: `The name ${name}, and ${line.price} of the lines` },
    };
}
