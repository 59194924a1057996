import { normalizeName, splitWords, toSingular } from '@understudy/model';
import { dot } from '../../prose/vocabulary.js';
import { saysLeftOut } from '../../words/range-words.js';
import { wordOf } from '../relations/find-target.js';
import { type KnownList, type ListParameter, saysListed, wordsOf } from './list-parameters.js';

/** Words with which a parameter excludes or lists values: `status[ne]`, `status_in`. */
const [excluding, listing] = [
  new Set(['ne', 'neq', 'not', 'nin', 'exclude', 'excluding']),
  new Set(['in', 'any', 'oneof']),
];

/** "Only rooms with all of the named equipment". */
export const saysAll =
  /\b(?:all|each|every one) of (?:the|these|them|those)\b|\bhave (?:them )?all\b|\bevery [a-z]+ (?:that|which) (?:is|was)\b/i;

/** The condition of a parameter with another spelling of a member: `customer` for `customerId`, `order_status`. */
export function equalityFilter(
  list: KnownList,
  parameter: ListParameter,
  types: readonly string[],
): string | undefined {
  const words = wordsOf(parameter);
  const [first = '', last = ''] = [words[0], words.at(-1)];
  const isNot = words.length > 1 && (excluding.has(last) || excluding.has(first));
  const isList = words.length > 1 && listing.has(last);
  const rest = isNot && excluding.has(first) ? words.slice(1) : isNot || isList ? words.slice(0, -1) : words;
  const description = parameter.description ?? '';
  const value = findValue(list, rest);
  if (value === undefined) return undefined;
  const { path, isMany } = value;
  // A name is no key, and a text no number.
  const isNumber = !value.types.includes('string') && !types.includes('integer') && !types.includes('number');
  if (value.isOfKey && (/\bnames?\b/i.test(description) || (types[0] === 'string' && isNumber))) return undefined;
  const isListed = saysListed.test(description);
  if (!types.includes('array') && !isListed && /\b(?:collection|list|array) of\b/i.test(description)) return undefined;
  const wanted = types.includes('array')
    ? 'value'
    : isListed || isList || isNot
      ? 'string(value).split(",")'
      : undefined;
  const condition =
    wanted === undefined
      ? isMany
        ? `value in ${path}`
        : `${path} == value`
      : isMany
        ? saysAll.test(description)
          ? `${wanted}.all(each, each in ${path})`
          : `${path}.exists(each, each in ${wanted})`
        : `${path} in ${wanted}`;
  return isNot ? `!(${condition})` : condition;
}

/** "Alerts of this severity and of every higher one": the values from one on, in the order of the list. */
export function rankFilter(
  { members }: KnownList,
  parameter: ListParameter,
  listed: readonly unknown[],
): string | undefined {
  const description = parameter.description ?? '';
  const least = saysLeftOut.test(description)
    ? /\b(less|lower|below|more|higher|above|worse)\b/i.exec(description)
    : null;
  const said =
    saysRank
      .exec(description)
      ?.slice(1)
      .find((each) => each !== undefined) ?? '';
  const word = least === null ? said : /^[lb]/i.test(least[0]) ? 'higher' : 'lower';
  const [member, another] = members.filter(({ schema: { keywords } }) => {
    const own = keywords['enum'];
    return listed.length > 1 && Array.isArray(own) && own.join() === listed.join();
  });
  if (word === '' || member === undefined || another !== undefined) return undefined;
  const isDown = /lower|below|down|less|under|fewer|most|max|highest/i.test(word);
  const condition = (value: unknown, at: number) => {
    const within = isDown ? listed.slice(0, at + 1) : listed.slice(at);
    return `value == ${JSON.stringify(value)} && ${dot('self', member.name)} in ${JSON.stringify(within)}`;
  };
  return listed.map(condition).join(' || ');
}

const saysRank =
  /\b(?:and|or)\b[^.;]{0,300}?\b(higher|above|up(?:wards)?|more|greater|worse|lower|below|down(?:wards)?|less)\b|\bat (least|most)\b|\b(minimum|maximum|lowest|highest)\b/i;

function findValue({ members, lists, resource }: KnownList, words: readonly string[]) {
  const plain = words.join('');
  const own = toSingular(normalizeName(wordOf(resource)));
  const fitting = members.flatMap((each) => {
    const { name, schema } = each;
    const isMany = schema.types[0] === 'array';
    const isScalar = schema.types.every((type) => type !== 'object' && type !== 'array');
    const names = [normalizeName(name), `${own}${normalizeName(name)}`];
    const bare = splitWords(name);
    const isKey = ['id', 'ids'].includes(bare.at(-1) ?? '') && bare.length > 1;
    const keyed = isKey ? bare.slice(0, -1).join('') : undefined;
    if (keyed !== undefined) names.push(keyed);
    if (schema.properties.has('id') && `${normalizeName(name)}id` === plain)
      return [{ path: `${dot('self', name)}.id`, isMany: false, isOfKey: false, types: schema.types }];
    if (isScalar && `${normalizeName(name)}id` === plain && schema.keywords['format'] === 'uuid') names.push(plain);
    return names.includes(plain) && (isScalar || (isMany && !lists.has(name)))
      ? [{ path: dot('self', name), isMany, isOfKey: keyed === plain, types: schema.types }]
      : [];
  });
  return fitting.length === 1 ? fitting[0] : undefined;
}
