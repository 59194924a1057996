import { normalizeName, splitWords, toSingular } from '@understudy/model';
import { quantities } from '../words/line-words.js';
import { fractions, readNumberWord } from '../words/number-words.js';
import { isNumeric } from './amounts.js';
import { splitsAt } from './phrases.js';
import type { Many, PartReader, Scope, Value } from './scope.js';
import { dot, type Kind } from './vocabulary.js';

const begun = '(?:begun|started|commenced|or part thereof)';
const perUnit = new RegExp(
  `^(.{1,120}?) (?:for (?:each|every)|per|a|each|every) (${begun} )?(?:(.{1,40}?) )?(minute|hour|day|week)s?( ${begun})?(?: of (?:the )?([a-z]+))?( ${begun})?$`,
);
const minutesOf: Readonly<Record<string, number>> = { minute: 1, hour: 60, day: 1440, week: 10_080 };

/** Reads a price per started unit of time, rounded up: "2400 for every quarter of an hour begun". */
export function begunUnits(reader: PartReader, text: string, { kind, variable, ...scope }: Scope): Value | undefined {
  const [, price = '', before, count = '1', unit = '', after, of, end] = perUnit.exec(text) ?? [];
  if ((before ?? after ?? end) === undefined) return undefined;
  const [part = '', ...more] = count.replace(/^an? /, '').split(' ');
  const number = fractions[part] === undefined ? readNumberWord(part) : 1 / fractions[part];
  const lengths = [...kind.members.values()].filter(
    ({ name, schema: { types } }) => isNumeric(types) && /(?:minutes|hours|days)$/i.test(name),
  );
  const named = lengths.filter(({ name }) => of !== undefined && splitWords(name).includes(of));
  const [length, another] = named.length > 0 ? named : lengths;
  const amount = reader.value(price, { kind, variable, ...scope });
  if (
    amount === undefined ||
    number === undefined ||
    length === undefined ||
    another !== undefined ||
    !/^(?:of an?|an?)?$/.test(more.join(' '))
  )
    return undefined;
  const own = minutesOf[toSingular(splitWords(length.name).at(-1) ?? '')] ?? 1;
  return {
    expression: `ceil(${dot(variable, length.name)} / ${(number * (minutesOf[unit] ?? 1)) / own}) * ${amount.expression}`,
  };
}

/** Matches phrases for units: "tickets of this type", "units", "those", "pieces of it". */
const units =
  /^(?:(?:the )?(?:total )?(?:number|quantity|count) of |how many )?(?:the |all )?(?:[a-z]+s|those|how many)(?: (?:of|for) (?:it|this|the|this one|(?:this|the) [a-z ]+))?(?: (?:that )?(?:are|were))?(?: (?:sold|booked|reserved|taken|held|ordered|contained|included|found|placed))?$/;

/** "How many tickets the paid orders contain" means the tickets in the paid orders. */
const overAll = /, (?:counting|counted|over|across|summed) (?:over |across )?(?:all|every|each|any) .*$/;
const contained =
  /^((?:how many |(?:the )?number of )?(?:the )?[a-z]+s) (?:that )?(the .+?) (?:contain|include|comprise|cover)$/;

/** Sums the quantities in the lines of some records: "Tickets of this type in paid orders". */
export function unitsIn(
  reader: PartReader & { many(text: string, scope: Scope): Many | undefined },
  text: string,
  scope: Scope,
): Value | undefined {
  const own = scope.kind.resource?.name;
  for (const [head, place] of own === undefined
    ? []
    : splitsAt(text.replace(overAll, '').replace(contained, '$1 in $2'), 'in')) {
    if (!units.test(head)) continue;
    const found = [...scope.vocabulary.kinds.values()].flatMap((kind) => {
      const [line, another] = [...kind.lists].flatMap(([list, item]) => lineOf(kind, { list, item, own: own ?? '' }));
      if (line === undefined || another !== undefined) return [];
      // If the lines of a record refer to this record, the record does, too.
      const references = [...kind.references, ...(line.isOfOwn ? [{ member: line.list, target: own ?? '' }] : [])];
      const kinds = new Map([...scope.vocabulary.kinds, [kind.resource?.name ?? '', { ...kind, references }]]);
      const records = reader.many(place, { ...scope, vocabulary: { ...scope.vocabulary, kinds } });
      return records?.kind.resource !== kind.resource || records === undefined ? [] : [{ records, line, kind }];
    });
    const [only, another] = found;
    if (only === undefined || another !== undefined) continue;
    const { list, member, quantity, isOfOwn } = only.line;
    const key = scope.kind.resource?.key ?? 'id';
    const chosen = isOfOwn ? `.filter(line, ${dot('line', member)} == ${dot(scope.variable, key)})` : '';
    const sum = `${dot('one', list)}${chosen}.map(line, ${dot('line', quantity)}).sum()`;
    const records = isOfOwn
      ? only.records.expression.replace(/^of\(("[^"]+")\)/, beside(only.kind, scope))
      : only.records.expression;
    return { expression: `${records}.map(one, ${sum}).sum()` };
  }
  return undefined;
}

/** Returns the records that refer to the same record as the subject, or otherwise all. */
function beside({ references }: Kind, { kind: own, variable }: Scope): string {
  const [shared, another] = own.references.filter(({ target }) => references.some((each) => each.target === target));
  if (shared === undefined || another !== undefined) return 'all($1)';
  return `of($1, find(${JSON.stringify(shared.target)}, ${dot(variable, shared.member)}))`;
}

/** Finds a list of lines with a quantity, if the lines or their record refer to the given resource. */
function lineOf(kind: Kind, { list, item, own }: { readonly list: string; readonly item: Kind; readonly own: string }) {
  const quantity = [...item.members.keys()].find((name) => quantities.includes(normalizeName(name)));
  const [ofLine] = item.references.filter(({ target }) => target === own);
  const isRelated = ofLine !== undefined || kind.references.some(({ target }) => target === own);
  return quantity === undefined || !isRelated
    ? []
    : [{ list, quantity, member: ofLine?.member ?? '', isOfOwn: ofLine !== undefined }];
}

/** Reads "One ticket per place": the records that the lines of a record refer to, repeated by quantity. */
export function unitsOfLines({ references }: Kind, { kind: own, variable }: Scope) {
  const [line, another] = [...own.lists].flatMap(([list, item]) =>
    references.flatMap(({ member, target }) =>
      lineOf(item, { list, item, own: target }).map((found) => ({ ...found, set: member })),
    ),
  );
  if (line === undefined || another !== undefined) return undefined;
  const lines = `${dot(variable, line.list)}.repeated(${JSON.stringify(line.quantity)})`;
  return { of: `${lines}.map(line, ${dot('line', line.member)})`, set: { [line.set]: '=item' } };
}
