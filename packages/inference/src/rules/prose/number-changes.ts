import { findNamed, splitWords } from '@understudy/model';
import { readAmountChange } from '../../prose/amount-changes.js';
import { isNumber } from '../../prose/amounts.js';
import type { ProseReader } from '../../prose/prose-reader.js';
import type { Scope, Value } from '../../prose/scope.js';
import { pluralOf } from '../../prose/states.js';
import { toValue } from '../../prose/value-words.js';
import { dot, type Kind, memberIn } from '../../prose/vocabulary.js';
import { quantities } from '../../words/line-words.js';
import { assigned, stocked } from './consequence-clauses.js';
import { owedBy } from './consequence-conditions.js';
import type { ReadConsequence } from './read-consequence.js';

/** "The stock of the medication goes down by the number of packs", "the odometer of the car is set to the reading". */
export function numberChange(reader: ProseReader, scope: Scope, text: string): ReadConsequence | undefined {
  const change = readAmountChange(text);
  const [, name = change?.of ?? '', phrase = change?.by ?? ''] =
    change === undefined ? (assigned.exec(text) ?? []) : [];
  const number =
    name === ''
      ? undefined
      : (owedBy(reader, scope, name) ?? reader.memberValue(name, bare(scope)) ?? referredNumber(scope, name));
  const [, each = ''] = /^(find\(.+\))\.\w+$/.exec(number?.expression ?? '') ?? [];
  const [, target = ''] = /^find\("([^"]+)"/.exec(each) ?? [];
  const kind = scope.vocabulary.kinds.get(target);
  if (number?.member === undefined || kind === undefined) return undefined;
  const value =
    reader.value(phrase, scope) ?? (change === undefined ? sentValue(scope, number.member.name, phrase) : undefined);
  if (value === undefined || value.isDate === true) return undefined;
  const changed = change === undefined ? value.expression : `${number.expression} ${change.sign} ${value.expression}`;
  return { kind, each, set: { [number.member.name]: `=${changed}` } };
}

/** "The reading given" is a member of the request. */
function sentValue({ outer }: Scope, name: string, phrase: string): Value | undefined {
  const sent = outer?.kind.members.get(name);
  return sent !== undefined && /\b(?:given|sent|entered|request|body|call|reported)\b/.test(phrase)
    ? toValue(sent, 'body')
    : undefined;
}

/** "Odometer and fuel of the car are updated": the members of a referred record that the request sends. */
export function takenOver(reader: ProseReader, scope: Scope, text: string): ReadConsequence | undefined {
  const [, names = '', thing = ''] =
    /^(?:the )?(.+?) of (the [a-z]+) (?:is|are) (?:updated|taken over|brought up to date|replaced|adjusted|recorded)(?: accordingly| (?:from|with|by) the (?:request|body|values sent))?$/.exec(
      text,
    ) ?? [];
  const one = thing === '' ? undefined : reader.one(thing, scope);
  const { outer } = scope;
  if (one === undefined || outer === undefined || one.expression === scope.variable || one.kind === scope.kind)
    return undefined;
  const set: Record<string, string> = {};
  for (const phrase of names.split(/,? and |, /)) {
    const member = memberIn(one.kind, phrase);
    const sent = member && (outer.kind.members.get(member.name) ?? sameUnit(outer.kind, member.name));
    if (member === undefined || sent === undefined) return undefined;
    set[member.name] = `=${dot('body', sent.name)}`;
  }
  return { kind: one.kind, each: one.expression, set };
}

/** The only member with the unit of another one: `end_km` for `odometer_km`. */
function sameUnit({ members }: Kind, name: string) {
  const unit = splitWords(name).at(-1);
  const [found, another] = [...members.values()].filter((each) => splitWords(each.name).at(-1) === unit);
  return another === undefined && unit !== name ? found : undefined;
}

/** A scope without members of its own. */
function bare({ kind, outer, ...scope }: Scope): Scope {
  return { ...scope, kind: { ...kind, members: new Map() }, ...(outer === undefined ? {} : { outer: bare(outer) }) };
}

/** "the stock" is a number of the only referenced record with that name. */
function referredNumber(scope: Scope, text: string): Value | undefined {
  const found = [scope, scope.outer].flatMap((each) =>
    (each?.kind.references ?? []).flatMap(({ member, target }) => {
      const kind = scope.vocabulary.kinds.get(target);
      const number = kind && memberIn(kind, text);
      return each === undefined || number === undefined || !isNumber(number)
        ? []
        : [toValue(number, `find(${JSON.stringify(target)}, ${dot(each.variable, member)})`)];
    }),
  );
  return found.length === 1 ? found[0] : undefined;
}

/** "Parts that were used go back into stock" changes the stock by the quantities of a list. */
export function stockChange({ kind: own, variable, vocabulary }: Scope, text: string): ReadConsequence | undefined {
  for (const [form, sign] of stocked) {
    const [, things = '', stock = ''] = form.exec(text) ?? [];
    const found = [...(things === '' ? [] : own.lists)].flatMap(([list, items]) =>
      items.references.flatMap(({ member, target }) => {
        const kind = vocabulary.kinds.get(target);
        const number = kind && memberIn(kind, stock);
        const quantity = findNamed([...items.members.keys()], quantities);
        const nouns = [...items.nouns, ...(kind?.nouns ?? []), 'quantity', 'piece', 'unit', 'good'];
        const isNamed =
          things === 'everything' || nouns.some((noun) => new RegExp(`\\b${pluralOf(noun)}\\b`).test(things));
        if (kind === undefined || number === undefined || quantity === undefined || !isNumber(number) || !isNamed)
          return [];
        const record = (item: string) => `find(${JSON.stringify(target)}, ${dot(item, member)})`;
        const each = `${dot(variable, list)}.filter(each, ${record('each')} != null)`;
        const value = `=${dot(record('item'), number.name)} ${sign} ${dot('item', quantity)}`;
        return [{ kind, each, key: dot('item', member), set: { [number.name]: value } }];
      }),
    );
    if (found.length === 1) return found[0];
  }
  return undefined;
}
