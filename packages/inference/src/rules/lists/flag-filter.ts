import { type Resource, splitWords } from '@understudy/model';
import { isNounOf } from '../../prose/phrases.js';
import { ProseReader } from '../../prose/prose-reader.js';
import { plainText } from '../../prose/reasons.js';
import type { Scope } from '../../prose/scope.js';
import { sentencesOf } from '../../prose/sentences.js';
import { pluralOf } from '../../prose/states.js';
import { dot, kindOfMembers, vocabularyOf } from '../../prose/vocabulary.js';
import type { Knowledge } from '../rule.js';
import { isNumeric, isOfMembers, type KnownList, type ListParameter, wordsOf } from './list-parameters.js';

/** The condition of a flag that names a state, a flag of the record, or whether it has something. */
export function flagFilter(
  known: Knowledge,
  { members, resource }: KnownList,
  parameter: ListParameter,
): string | undefined {
  const words = wordsOf(parameter);
  const [first = ''] = words;
  const isOnly = first === 'only';
  const hidden = hiddenUnless(known, { members, resource }, parameter);
  if (hidden !== undefined) return namesStates(hidden) ? `value || !(${hidden})` : undefined;
  const rest = ['only', 'is', 'has', 'are'].includes(first) ? words.slice(1) : words;
  const plain = rest.join('');
  if (plain === '') return undefined;
  const condition =
    flagCalled(members, plain) ??
    stateCalled(members, plain) ??
    ofChildren(known, resource, parameter, first === 'has' ? rest.join(' ') : undefined) ??
    (first === 'has' ? ofPresence() : ofCount()) ??
    ofWords(known, resource, parameter, rest.join(' '));
  return condition === undefined || !namesStates(condition)
    ? undefined
    : isOnly
      ? `!value || ${condition}`
      : `(${condition}) == value`;

  /** True if a condition has each state in capital letters that the description names: "Includes RUNNING and IDLE ones". */
  function namesStates(found: string): boolean {
    const states = members.flatMap(({ schema: { keywords } }) => [keywords['enum'] ?? []].flat().map(String));
    const named = (parameter.description ?? '').match(/\b[A-Z][A-Z_]+\b/g) ?? [];
    return named.every((each) => !states.includes(each) || found.includes(JSON.stringify(each)));
  }

  function ofPresence(): string | undefined {
    const own = members.find(({ name }) => splitWords(name).join('') === plain);
    if (own === undefined) return undefined;
    if (own.schema.types[0] === 'array') return `${dot('self', own.name)}.size() > 0`;
    return own.schema.nullable ? `${dot('self', own.name)} != null` : undefined;
  }

  /** "At least one copy on the shelf" with `copies_available`. */
  function ofCount(): string | undefined {
    if (!/\b(?:at least one|one or more|some|any)\b/i.test(parameter.description ?? '')) return undefined;
    const counts = members.filter((each) => isNumeric(each) && splitWords(each.name).includes(plain));
    return counts.length === 1 && counts[0] !== undefined ? `${dot('self', counts[0].name)} > 0` : undefined;
  }
}

/** The records that a list leaves out unless a flag such as `include_archived` is set: the archived ones. */
export function hiddenUnless(
  known: Knowledge,
  { members, resource }: Pick<KnownList, 'members' | 'resource'>,
  parameter: ListParameter,
): string | undefined {
  const [first = '', ...words] = wordsOf(parameter);
  if (!/^(?:include|with|show|including|also)$/.test(first) || isOfMembers(parameter)) return undefined;
  const plain = words.join('');
  const [, opposite = ''] = /^(?:dis|in|un)(\w+)$/.exec(plain) ?? [];
  const positive =
    opposite === '' ? undefined : (flagCalled(members, opposite) ?? flagCalled(members, `en${opposite}`));
  return (
    ofWords(known, resource, { ...parameter, description: '' }, words.join(' ')) ??
    flagCalled(members, plain) ??
    stateCalled(members, plain) ??
    positive?.replace(/ == true$/, ' == false')
  );
}

function flagCalled(members: KnownList['members'], plain: string): string | undefined {
  const flags = members.filter(({ schema, name }) => {
    const own = splitWords(name).filter((word) => word !== 'is');
    return schema.types[0] === 'boolean' && own.join('') === plain;
  });
  return flags.length === 1 && flags[0] !== undefined ? `${dot('self', flags[0].name)} == true` : undefined;
}

/** `overdue` is a value of `status`. */
function stateCalled(members: KnownList['members'], plain: string): string | undefined {
  const states = members.flatMap(({ name, schema }) => {
    const values = schema.keywords['enum'];
    const value = (Array.isArray(values) ? values : []).find(
      (each) => typeof each === 'string' && splitWords(each).join('') === plain,
    );
    return value === undefined ? [] : [`${dot('self', name)} == ${JSON.stringify(value)}`];
  });
  return states.length === 1 ? states[0] : undefined;
}

/** "With `true`, only open jobs with at least one seat left": the words before the things that a flag selects. */
const leading =
  /^(?:(?:with|if|when|for|set to|pass) )?(?:true|yes)?(?: only)?,? ?(?:(?:for|to) )?((?:leaves out|hides|excludes|omits|drops|(?:only )?(?:shows?|returns?|lists?|keeps?|selects?|gets?|see))(?: only| nothing but)? |only |nothing but )?((?:the |those )?[a-z].*?)(?: only)?$/;

/** The condition of one record that belongs to some things: "open jobs", "jobs without an assignee". */
export function conditionOfThings(reader: ProseReader, scope: Scope, phrase: string): string | undefined {
  const things = phrase.replace(/^(?:the )?(?:ones|those) /, `${pluralOf(scope.kind.nouns[0] ?? '')} `);
  const { vocabulary, kind } = scope;
  const outer: Scope = { vocabulary, variable: 'none', kind: kindOfMembers(vocabulary.schemas, []) };
  const [, name, variable = '', condition] =
    /^all\("([^"]+)"\)\.filter\((\w+), (.+)\)$/.exec(reader.many(things, outer)?.expression ?? '') ?? [];
  if (name === kind.resource?.name) return condition?.replace(new RegExp(`\\b${variable}\\b`, 'g'), scope.variable);
  const [, noun = '', clause = ''] =
    /^(?:([a-z]+) )?(?:(?:that|which|who) |(?=with |without ))(.+)$/.exec(things) ?? [];
  if (clause === '' || (noun !== '' && !isNounOf(kind, noun))) return undefined;
  return reader.condition(
    `it ${clause.replace(/^with /, 'has ').replace(/^without (?:an? |any )?/, 'has no ')}`,
    scope,
  );
}

/** "`true` leaves out animals that have died", or the words of its name: `living`. */
function ofWords(known: Knowledge, own: Resource, { description }: ListParameter, name: string): string | undefined {
  const vocabulary = vocabularyOf(known);
  const kind = vocabulary.kinds.get(own.name);
  if (kind === undefined) return undefined;
  const reader = new ProseReader();
  const scope = { vocabulary, variable: 'self', kind };
  for (const said of sentencesOf(description)) {
    const text = plainText(said).replace(/, (?:and )?(?:false|no) .*$/, '');
    const [, verb = 'only', things = ''] = leading.exec(text) ?? [];
    const found = things === '' ? undefined : conditionOfThings(reader, scope, things);
    if (found !== undefined) return /^(?:leaves|hides|excludes|omits|drops)/.test(verb) ? `!(${found})` : found;
  }
  return reader.states(name, scope);
}

/** "Only stations with at least one open alert". */
function ofChildren(
  known: Knowledge,
  own: Resource,
  { description = '' }: ListParameter,
  name: string | undefined,
): string | undefined {
  const [, text = name] = /\b(?:at least one|one or more) ([^.;,]+)/i.exec(description) ?? [];
  const vocabulary = vocabularyOf(known);
  const kind = vocabulary.kinds.get(own.name);
  if (text === undefined || kind === undefined) return undefined;
  const found = new ProseReader().many(plainText(text), { vocabulary, variable: 'self', kind });
  return found === undefined || found.kind.resource === undefined ? undefined : `${found.expression}.size() > 0`;
}
