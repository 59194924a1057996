import { splitWords, toSingular } from '@understudy/model';
import { isEndState } from '../words/end-states.js';
import { isNumber, numberAt } from './amounts.js';
import { articles, isNounOf } from './phrases.js';
import type { ProseReader } from './prose-reader.js';
import type { One, Scope } from './scope.js';
import { dot, memberIn } from './vocabulary.js';

/** Reads one form of rejection reasons as a condition. */
export type Form = (reader: ProseReader, text: string, scope: Scope) => string | undefined;

/** Reads a condition about the items of the only list for which it makes sense. */
export function inItems(scope: Scope, read: (item: Scope) => string | undefined): string | undefined {
  // The item that a request adds.
  const added = scope.outer?.variable === 'body' ? read({ ...scope.outer, outer: scope }) : undefined;
  if (added !== undefined) return added;
  const found = [...scope.kind.lists].flatMap(([list, kind]) => {
    const condition = read({ vocabulary: scope.vocabulary, variable: 'item', kind, outer: scope });
    return condition === undefined ? [] : [`${dot(scope.variable, list)}.exists(item, ${condition})`];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** Reads "a ticket type of another event", "the copy belongs to another branch". */
export const elsewhere: Form = (_reader, text, scope) => {
  const [, thing = '', owner = ''] =
    /^(?:an?|the) (.+?) (?:(?:that )?(?:is |belongs? |comes? )?(?:of|to|from|in|at)|is not (?:of|in|from)) (?:another|a different|some other) (.+)$/.exec(
      text,
    ) ?? [];
  if (thing === '') return undefined;
  const read = ({ kind, variable }: Scope) => {
    const found = kind.references.flatMap(({ member, target }) => {
      const other = scope.vocabulary.kinds.get(target);
      const over =
        other?.references.filter((each) => scope.vocabulary.kinds.get(each.target)?.nouns.includes(owner)) ?? [];
      const own = scope.kind.references.filter((each) => each.target === over[0]?.target);
      if (
        other?.nouns.includes(thing) !== true ||
        over.length !== 1 ||
        own.length !== 1 ||
        over[0] === undefined ||
        own[0] === undefined
      )
        return [];
      const record = `find(${JSON.stringify(target)}, ${dot(variable, member)})`;
      return [
        `${dot(variable, member)} != null && ${dot(record, over[0].member)} != ${dot(scope.variable, own[0].member)}`,
      ];
    });
    return found.length === 1 ? found[0] : undefined;
  };
  return read(scope) ?? inItems(scope, read);
};

/** Reads "plan and customer have different currencies", "the currency of the plan is not that of the customer". */
export const differing: Form = (reader, text, scope) => {
  const { one, other, member } =
    [
      /^(?<one>.+?) and (?<other>.+?) (?:have|are in|use|are of) (?:different|two different|not the same) (?<member>[a-z ]+)$/,
      /^the (?<member>[a-z ]+?) of (?<one>.+?) and (?:of )?(?<other>.+?) (?:differ|are different|are not the same|do not match)$/,
      /^the (?<member>[a-z ]+?) of (?<one>.+?) (?:is not (?:that|the one)|differs from that|does not match that) of (?<other>.+)$/,
      /^(?<one>.+?) (?:has|is in|uses|is of) (?:another|a different) (?<member>[a-z ]+?) (?:than|from) (?<other>.+)$/,
    ]
      .map((form) => form.exec(text)?.groups)
      .find((groups) => groups !== undefined) ?? {};
  const values = [one, other].flatMap((each) => {
    const thing = each === undefined ? undefined : reader.one(each.replace(/^(?!the |its )/, 'the '), scope);
    const named = thing && (memberIn(thing.kind, member ?? '') ?? memberIn(thing.kind, toSingular(member ?? '')));
    return thing === undefined || named === undefined ? [] : [dot(thing.expression, named.name)];
  });
  return values.length === 2 ? `${values[0]} != ${values[1]}` : undefined;
};

/** Reads a reservation for someone else: "held for another card", "reserved by somebody else". */
export const keptForOther: Form = (reader, text, scope) => {
  const [, subject = '', state = '', who = ''] =
    /^(.+?) (?:is|was|has been) ([\w ]+?) (?:for|by|to) (?:another|a different|some other|someone|somebody) ?(.+)$/.exec(
      text,
    ) ?? [];
  const thing = subject === '' ? undefined : reader.one(subject, scope);
  const condition = thing && reader.states(state, { ...scope, variable: thing.expression, kind: thing.kind });
  const target = thing?.kind.resource?.name;
  if (thing === undefined || condition === undefined || target === undefined) return undefined;
  const persons = scope.kind.references.filter(
    (each) =>
      each.target !== target &&
      ((/^(?:else|person|one|party|user)$/.test(who) &&
        !thing.kind.references.some((one) => one.target === each.target)) ||
        scope.vocabulary.kinds.get(each.target)?.nouns.includes(who) === true),
  );
  const holders = [...scope.vocabulary.kinds.values()].flatMap((kind) =>
    kind === scope.kind
      ? []
      : persons.flatMap((person) => {
          const ofPerson = kind.references.filter((each) => each.target === person.target);
          const direct = kind.references.filter((each) => each.target === target);
          const over = kind.references.flatMap((each) =>
            thing.kind.references
              .filter((one) => one.target === each.target && each.target !== person.target)
              .map((one) => ({ each, one })),
          );
          const [holder] = ofPerson;
          if (holder === undefined || ofPerson.length > 1 || kind.stateMember === undefined) return [];
          const place = direct[0]
            ? `${dot('hold', direct[0].member)} == ${dot(thing.expression, thing.kind.resource?.key ?? 'id')}`
            : over[0]
              ? `${dot('hold', over[0].each.member)} == ${dot(thing.expression, over[0].one.member)}`
              : undefined;
          const live = kind.states.filter(({ member, words }) => member === kind.stateMember && !isEndState(words));
          const ready = live.length > 1 ? live.slice(1) : live;
          if (place === undefined || ready.length === 0) return [];
          return [
            `all(${JSON.stringify(kind.resource?.name)}).exists(hold, ${place} && ${dot('hold', holder.member)} == ${dot('self', person.member)} && ${dot('hold', kind.stateMember)} in ${JSON.stringify(ready.map(({ value }) => value))})`,
          ];
        }),
  );
  return holders.length === 1 ? `${condition} && !${holders[0]}` : undefined;
};

/** Reads "fewer tickets are available than were asked for", "not enough stock". */
export const scarce: Form = (_reader, text, scope) => {
  if (
    !/\bnot enough\b|\binsufficient\b|\bfewer .* (?:available|left|in stock).* than\b|\bmore (?:[a-z]+ )?than (?:is|are|there are) (?:available|left|in stock)\b|\bexceeds? (?:the )?(?:available|stock|what is)\b/.test(
      text,
    )
  )
    return undefined;
  const read = ({ kind, variable }: Scope) => {
    const numbers = [...kind.members.values()].filter(
      ({ name, schema }) => schema.types[0] === 'integer' && kind.resource?.writable.has(name) !== false,
    );
    const quantity =
      [...kind.members.keys()].find((name) => /^(?:quantity|qty|count|amount)$/i.test(name)) ??
      (numbers.length === 1 ? numbers[0]?.name : undefined);
    const found = kind.references.flatMap(({ member, target }) => {
      const other = scope.vocabulary.kinds.get(target);
      const left = [...(other?.members.keys() ?? [])].filter((name) =>
        /^(?:available|stock|in_?stock|on_?hand|remaining|quantity_?available|available_?(?:quantity|seats|tickets|units)|seats_?(?:left|available))$/i.test(
          name,
        ),
      );
      return left.length === 1 && left[0] !== undefined
        ? [
            `${dot(variable, quantity ?? 'quantity')} > ${dot(`find(${JSON.stringify(target)}, ${dot(variable, member)})`, left[0])}`,
          ]
        : [];
    });
    return quantity !== undefined && found.length === 1 ? found[0] : undefined;
  };
  return read(scope) ?? inItems(scope, read);
};

/**
 * Reads a sum over the records with the same parent: "the capacities of all ticket types together would exceed the
 * capacity of the venue".
 */
export const addedUp: Form = (reader, given, scope) => {
  // Matches "Adding this one would bring the sum of … above the capacity".
  const text = given.replace(
    /^(?:adding |with )?.*?\b(?:brings?|raises?|pushes|takes|lifts) (?:the sum of )?(.+) (?:above|over|beyond) (.+)$/,
    '$1 exceeds $2',
  );
  const [, member = '', things = '', rest = ''] =
    /^(?:with (?:this|that|the new)(?: [a-z]+)?,? )?(?:the )?(?:sum of the |total of the )?([a-z ]+?) of (?:all|its|the) ([a-z ]+?)(?: of the [a-z ]+?)?(?: taken)?(?: together| in total| in all| combined)?(?: with (?:this|that|the new)(?: [a-z]+)?)? (?:would |will )?(?:exceeds?|be (?:more|greater|higher) than|surpass(?:es)?|goe?s? beyond|outgrows?) (.+)$/.exec(
      text,
    ) ?? [];
  const { kind, variable } = scope;
  const [own, another] = kind.references;
  const name = member === '' ? undefined : (memberIn(kind, member) ?? memberIn(kind, toSingular(member)))?.name;
  const bound = name === undefined || !isNounOf(kind, things) ? undefined : reader.value(rest, scope);
  if (own === undefined || another !== undefined || bound === undefined || name === undefined) return undefined;
  const others = `others(${JSON.stringify(kind.resource?.name)}).filter(other, ${dot('other', own.member)} == ${dot(variable, own.member)})`;
  return `${others}.map(other, ${dot('other', name)}).sum() + ${dot(variable, name)} > ${bound.expression}`;
};

/**
 * Finds "the reservation" of a loan: the only live record of a resource that shares two references with this record.
 */
export function heldRecord(text: string, { kind: own, variable, vocabulary }: Scope): One | undefined {
  const phrase = text.replace(articles, '');
  const [kind, another] = [...vocabulary.kinds.values()].filter((each) => each !== own && isNounOf(each, phrase));
  if (kind?.resource === undefined || another !== undefined || kind.stateMember === undefined) return undefined;
  const same = kind.references.flatMap(({ member, target }) => {
    // The pickup location does not identify what is reserved.
    const role = splitWords(member).slice(0, -1).join(' ');
    if (vocabulary.kinds.get(target)?.nouns.includes(role) !== true) return [];
    const direct = own.references.filter((each) => each.target === target).map((each) => dot(variable, each.member));
    const over = own.references.flatMap((first) =>
      (vocabulary.kinds.get(first.target)?.references ?? [])
        .filter((each) => each.target === target)
        .map((each) => dot(`find(${JSON.stringify(first.target)}, ${dot(variable, first.member)})`, each.member)),
    );
    const [value] = direct.length > 0 ? direct : over;
    return value === undefined ? [] : [`${dot('hold', member)} == ${value}`];
  });
  if (same.length < 2) return undefined;
  const live = kind.states.filter(({ member, words }) => member === kind.stateMember && !isEndState(words));
  const ready = (live.length > 1 ? live.slice(1) : live).map(({ value }) => value);
  const condition = [...same, `${dot('hold', kind.stateMember)} in ${JSON.stringify(ready)}`].join(' && ');
  return { kind, expression: `all(${JSON.stringify(kind.resource.name)}).filter(hold, ${condition}).first()` };
}

const due = '(?:outstanding|unpaid|owing|owed|due|open|debts?|balance|dues)';
const above = '(?:more than|over|above|higher than)';

/** Patterns with the subject and the amount of a debt. */
const debts: readonly RegExp[] = [
  new RegExp(`^(?<who>.+?) (?:owes (?:us )?|(?:still )?has to pay )${above} (?<amount>.+)$`),
  new RegExp(`^(?<who>.+?) (?:still )?has ${above} (?<amount>.+?) (?:${due}|(?:left )?to pay|in ${due}(?: [a-z]+)?)$`),
  new RegExp(`^(?<who>.+?) (?:still )?has an? ${due}(?: [a-z]+)? (?:of )?${above} (?<amount>.+)$`),
  new RegExp(`^${above} (?<amount>.+?) (?:is|are) ${due} (?:for|from|by|on|of) (?<who>.+)$`),
  new RegExp(`^(?<who>.+?)'s ${due}(?: [a-z]+)? (?:is|are) ${above} (?<amount>.+)$`),
  new RegExp(`^(?:the )?${due}(?: [a-z]+)? of (?<who>.+?) (?:is|are|exceeds?) (?:${above} )?(?<amount>.+)$`),
];

/** Reads "the member owes more than 2000 cents", "the owner has more than 200.00 outstanding". */
export const owing: Form = (reader, text, scope) => {
  const { who, amount } = debts.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined) ?? {};
  const owner = who === undefined ? undefined : reader.one(who, scope);
  const value = amount === undefined ? undefined : reader.value(amount, scope);
  const found = [...(owner?.kind.members.values() ?? [])].filter(
    (each) =>
      isNumber(each) &&
      (/^(?:balance|debt|owed|owes|outstanding|due|open)(?:_|$|[A-Z])/.test(each.name) ||
        /(?:balance|debt|owed|outstanding)(?:_cents|Cents)?$/i.test(each.name)),
  );
  const [debt, another] = found;
  return owner === undefined || value === undefined || debt === undefined || another !== undefined
    ? undefined
    : `${numberAt(debt, dot(owner.expression, debt.name))} > ${value.expression}`;
};
