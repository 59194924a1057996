import type { ProseReader } from '../../prose/prose-reader.js';
import type { Scope, Value } from '../../prose/scope.js';
import { toValue } from '../../prose/value-words.js';
import { dot, type Kind, kindOfMembers, memberIn } from '../../prose/vocabulary.js';
import type { Read } from './read-value.js';

const said =
  '(?:comma(?: and|,|, then| then) an? (?:space|blank)|space|blank|comma|hyphen|dash|slash|colon|dot|full stop|underscore|line break)';
const written: Readonly<Record<string, string>> = {
  ...{ space: ' ', blank: ' ', comma: ',', hyphen: '-', dash: '-', slash: '/', colon: ':', dot: '.', underscore: '_' },
  ...{ 'full stop': '.', 'line break': '\n' },
};
const brackets: Readonly<Record<string, readonly [string, string]>> = {
  ...{ square: ['[', ']'], round: ['(', ')'], curly: ['{', '}'], angle: ['<', '>'] },
};

const alone = new RegExp(`^an? (?:single )?(${said})$`);
const between = new RegExp(
  `^(?:separated|joined|divided|connected|linked) (?:by|with) (?:an? )?(?:single )?(${said})s?$|^with an? (${said}) (?:between|in between)(?: them)?$`,
);
/** "… and last name with a space between them": the mark becomes a part of its own. */
const ending = /(?<!,) (with an? [a-z ]{4,30}? (?:between|in between)(?: them)?)$/;
/** "First and last name" are the first name and the last name. */
const shared = /\b(?!name|code|number)(\w+),? (and|then) (\w+) (name|code|number)\b/;
const enclosed = /^(.+?) (?:in|within|inside|put in) (square |round |curly |angle )?(?:brackets|parentheses|braces)$/;
/** Borders of the parts. A comma and a space are one part. */
const borders =
  /,? (?:and )?(?:then|followed by|after (?:that|it|which comes)) |, (?:and )?| and (?!an? (?:space|blank)\b)/;

const example = /,? \(?(?:e\.g\.|for example|for instance|as in|such as|like)[ :,].*$/;
const ofNames = /^(?:the )?(?:full name: )?\w+(?: name)?(?:,? (?:and|then|followed by) (?:the )?)\w+(?: name)?$/;
/** "Wines without vintage have NV in its place": the text for a missing part. */
const instead =
  /^(?:.* )?(?:without|with no|has no) (?:an? |any )?([a-z_ ]+?),? (?:have|has|shows?|gets?|it (?:is|has|shows)) (?:the (?:text|word) )?(\S+)(?: (?:there|instead|in its place|in (?:its|the) stead))?$/;

/** "The code of the course, a hyphen, and `startsOn` in round brackets": texts and marks in their order. */
export function joinedParts(
  reader: ProseReader,
  scope: Scope,
  [said = '', ...more]: readonly string[],
  description = '',
): Read | undefined {
  const text = said.replace(example, '');
  const parts: string[] = [];
  let values = 0;
  let mark: string | undefined;
  const join = (literal: string) => {
    const last = parts.at(-1);
    if (last?.startsWith('"') === true) parts[parts.length - 1] = JSON.stringify(`${JSON.parse(last)}${literal}`);
    else parts.push(JSON.stringify(literal));
  };
  for (const part of text
    .replace(/^(?:the )?(?:text|name|label) (?:is |consists of )?made up of /, '')
    .replace(shared, '$1 $4 $2 $3 $4')
    .replace(ending, ', $1')
    .split(borders)) {
    const [, own] = alone.exec(part) ?? [];
    if (own !== undefined) {
      join(markOf(own));
      mark = '';
      continue;
    }
    const [, one, other = one] = between.exec(part) ?? [];
    if (other !== undefined) {
      if (values < 2 || parts.length > values) return undefined;
      const separator = JSON.stringify(markOf(other));
      parts.splice(0, values, ...parts.flatMap((each, at) => (at === 0 ? [each] : [separator, each])));
      continue;
    }
    const [, inner = part, shape = 'round '] = enclosed.exec(part) ?? [];
    const [open, close] = inner === part ? ['', ''] : (brackets[shape.trim()] ?? ['', '']);
    const value = reader.memberValue(inner, scope) ?? insideOf(inner, scope);
    if (value === undefined || !isText(value)) return undefined;
    // Brackets stand apart from what is before them.
    const opening = `${open !== '' && values > 0 && mark === undefined ? ' ' : ''}${open}`;
    if (opening !== '') join(opening);
    const shown = value.member?.schema.types[0] === 'integer' ? `string(${value.expression})` : value.expression;
    parts.push(orInstead(shown, value, { kind: scope.kind, more, description }));
    if (close !== '') join(close);
    mark = undefined;
    values += 1;
  }
  const isMarked = parts.length > values;
  // "First and last name"
  const isName = !isMarked && ofNames.test(text) && parts.every((each) => /name$/i.test(each));
  if (isName) return { expression: parts.join(' + " " + '), isWhole: true };
  return values < 2 || !isMarked || mark === '' ? undefined : { expression: parts.join(' + '), isWhole: true };
}

/** Adds the text for a missing part. */
function orInstead(
  own: string,
  { expression, member }: Value,
  { kind, more, description }: { readonly kind: Kind; readonly more: readonly string[]; readonly description: string },
): string {
  const [found] = more.flatMap((each) => {
    const [, name = '', text = ''] = instead.exec(each) ?? [];
    const isOwn = name !== '' && memberIn(kind, name)?.name === member?.name;
    const literal = new RegExp(`(?<=[\`"'])${text.replace(/\W/g, '.')}(?=[\`"'])`, 'i').exec(description)?.[0];
    return isOwn && literal !== undefined ? [literal] : [];
  });
  return found === undefined ? own : `(${expression} == null ? ${JSON.stringify(found)} : ${own})`;
}

/** "The family name of the guest" can be in the object `guest`. */
function insideOf(text: string, { kind, variable, vocabulary }: Scope): Value | undefined {
  const [, phrase = '', owner = ''] = /^(.+) of the ([a-z ]+)$/.exec(text) ?? [];
  const object = owner === '' ? undefined : memberIn(kind, owner);
  const described = [...(object?.schema.properties ?? [])].map(([name, schema]) => [name, schema, ''] as const);
  const inner = memberIn(kindOfMembers(vocabulary.schemas, described), phrase);
  return object === undefined || inner === undefined ? undefined : toValue(inner, dot(variable, object.name));
}

function markOf(words: string): string {
  return /^comma\W/.test(words) ? ', ' : (written[words] ?? '');
}

function isText({ member }: Value): boolean {
  const [type, another] = (member?.schema.types ?? []).filter((each) => each !== 'null');
  return another === undefined && (type === 'string' || type === 'integer');
}
