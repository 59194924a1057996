import type { Resource, SchemaReader } from '@understudy/model';
import { normalizeName } from '@understudy/model';
import { readFormula, readSum } from '../../prose/formulas.js';
import { hedges } from '../../words/hedges.js';
import { amountsOfLines } from '../../words/operators.js';
import type { InferenceRule, InferredStatement } from '../rule.js';
import { memberAt } from '../run-rules.js';
import {
  findMember,
  isNumber,
  namesOfList,
  ownMembers,
  type Part,
  partsOf,
  placeOfMember,
  reference,
  rounded,
} from './numbers.js';

/** Infers computed members from the formulas in their descriptions. */
export const describedFormula: InferenceRule = {
  id: 'described-formula',
  says: 'A number that only the server sets has the value of the formula or the sum in its description',
  *infer({ plan: { schemas, resources } }) {
    for (const resource of resources.values())
      for (const part of partsOf(schemas, resource)) yield* formulasOf(schemas, resource, part);
  },
};

function* formulasOf(schemas: SchemaReader, resource: Resource, part: Part): Iterable<InferredStatement> {
  const { properties } = schemas.chosen(part.schema);
  const numbers = [...properties].flatMap(([name, property]) => (isNumber(schemas, property) ? [name] : []));
  for (const { name, says } of ownMembers(schemas, part)) {
    if (says === '' || hedges.test(says.toLowerCase())) continue;
    const place = part.list === undefined ? name : `${part.list}[].${name}`;
    const reason = { from: placeOfMember(schemas, part, name), says };
    const [first = ''] = says.split(/(?<=[.])\s+(?=[A-Z])|\n/);
    if (numbers.includes(name)) {
      const find = (phrase: string) => {
        const found = findMember(
          numbers.filter((each) => each !== name),
          phrase,
        );
        return found === undefined ? undefined : reference(part.variable, found);
      };
      const formula = readFormula(first, find) ?? (part.list === undefined ? sumIn(schemas, part, first) : undefined);
      if (formula === undefined) continue;
      const value = rounded(schemas, properties.get(name), formula);
      yield { at: memberAt(resource.name, place, 'value'), value, reason };
    } else if (part.list === undefined) {
      const value = joinedNames(
        first,
        [...properties.keys()].filter((each) => each !== name),
      );
      if (value !== undefined) yield { at: memberAt(resource.name, place, 'value'), value, reason };
    }
  }
}

function sumIn(schemas: SchemaReader, { schema }: Part, text: string): string | undefined {
  const lists = [...schemas.chosen(schema).properties].flatMap(([list, property]) => {
    const { properties } = schemas.chosen(schemas.chosen(property).items);
    const numbers = [...properties].flatMap(([name, each]) => (isNumber(schemas, each) ? [name] : []));
    return numbers.length === 0 || reference('self', list) === undefined
      ? []
      : [{ list, names: namesOfList(list), numbers }];
  });
  const found = readSum(text, lists);
  const list = lists.find((each) => each === found?.list);
  if (found === undefined || list === undefined) return undefined;
  const amounts = list.numbers.filter((name) => amountsOfLines.has(normalizeName(name)));
  const member = found.member ?? (amounts.length === 1 ? amounts[0] : undefined);
  const each = member === undefined ? undefined : reference('each', member);
  return each === undefined ? undefined : `self.${list.list}.map(each, ${each}).sum()`;
}

/** Reads "first name and last name with a space between them". */
function joinedNames(text: string, names: readonly string[]): string | undefined {
  const plain = text.replace(/[`"]/g, '').replace(/\.$/, '').toLowerCase();
  const [, ...phrases] =
    /^(?:the )?([\w ]+?) and (?:the )?([\w ]+?),? (?:with|separated by|joined by) a (?:single )?space(?: between(?: them)?| in between)?$/.exec(
      plain,
    ) ?? [];
  const members = phrases.map((phrase) => findMember(names, phrase));
  const [one, other] = members.map((member) => (member === undefined ? undefined : reference('self', member)));
  return one === undefined || other === undefined ? undefined : `${one} + " " + ${other}`;
}
