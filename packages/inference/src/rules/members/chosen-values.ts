import { splitWords } from '@understudy/model';
import type { ProseReader } from '../../prose/prose-reader.js';
import type { Scope } from '../../prose/scope.js';
import { dot, type NamedMember, stateIn } from '../../prose/vocabulary.js';
import { areSynonyms } from '../../words/synonyms.js';
import type { Read } from './read-value.js';

/** "3 for the tier child, 8 for standard and 12 for student". */
export function choiceOf(reader: ProseReader, scope: Scope, text: string): Read | undefined {
  const parts = text.split(/,? (?:and|or) |, ?/);
  if (parts.length < 2) return undefined;
  const choices = parts.flatMap((part) => {
    const [, before, after] =
      /^(?:for )?(?:.+: )?([a-z][\w-]*):?(?: (?:allows?|gets?|has|means|is|may have))? (\d\S*)$/.exec(part) ?? [];
    const [, value = after ?? '', , name = before ?? ''] =
      /^(.+?) (?:for|if|when|with) (?:the |it is )?(\w+ )?([\w-]+)$/.exec(part) ?? [];
    const state = stateIn(scope.kind, splitWords(name).join(' '), areSynonyms);
    const found = reader.value(value, scope);
    return state === undefined || found === undefined ? [] : [{ state, value: found.expression }];
  });
  const [first] = choices;
  if (first === undefined || choices.length !== parts.length) return undefined;
  if (choices.some(({ state }) => state.member !== first.state.member)) return undefined;
  const last = choices.at(-1)?.value ?? 'null';
  return {
    expression: choices
      .slice(0, -1)
      .reduceRight(
        (rest, { state, value }) =>
          `${dot(scope.variable, state.member)} == ${JSON.stringify(state.value)} ? ${value} : ${rest}`,
        last,
      ),
  };
}

/** "fail if any result is out of range, pass if none is, and null before the first result". */
export function caseOf(
  reader: ProseReader,
  scope: Scope,
  { name, schema }: NamedMember,
  text: string,
): Read | undefined {
  const listed: readonly unknown[] = Array.isArray(schema.keywords['enum']) ? schema.keywords['enum'] : [];
  if (name === scope.kind.stateMember) return undefined;
  const parts = text.split(
    /,? (?:and|or|but) (?=\S+ (?:if|when|while|once|before|until|otherwise))|[,;] (?:else |otherwise )?/,
  );
  const cases: { value: string; condition: string | undefined }[] = [];
  for (const part of parts) {
    const [, said = '', word = '', cause = ''] =
      /^(\S+) (if|when|while|once|until|before|otherwise|else)(?: (.+))?$/.exec(part) ?? [];
    const value = literalOf(said === '' ? part : said, listed, schema.nullable);
    const isRest =
      said === '' ||
      /^(?:otherwise|else)$/.test(word) ||
      /^(?:none (?:is|are|does|do)|not|in all other cases)$/.test(cause);
    const [, first] = /^(?:the )?first (.+)$/.exec(cause) ?? [];
    const records = first === undefined ? undefined : reader.many(`${first}s`, scope);
    const read = records === undefined ? reader.condition(cause, scope) : `${records.expression}.size() > 0`;
    const condition = isRest || read === undefined ? undefined : /^(?:until|before)$/.test(word) ? `!(${read})` : read;
    if (value === undefined || (!isRest && condition === undefined)) return undefined;
    cases.push({ value, condition });
  }
  const rest = cases.filter(({ condition }) => condition === undefined);
  const bound = cases
    .filter(({ condition }) => condition !== undefined)
    .sort((one, other) => Number(other.value === 'null') - Number(one.value === 'null'));
  if (cases.length < 2 || rest.length > 1 || bound.length === 0) return undefined;
  return {
    expression: bound.reduceRight(
      (after, { value, condition }) => `${condition} ? ${value} : ${after}`,
      rest[0]?.value ?? 'null',
    ),
    isWhole: true,
  };
}

function literalOf(said: string, listed: readonly unknown[], isNullable: boolean): string | undefined {
  if (said === 'null') return isNullable ? said : undefined;
  if (listed.length === 0) return /^(?:true|false|\d+)$/.test(said) ? said : undefined;
  const value = listed.find((each) => String(each).toLowerCase() === said);
  return value === undefined ? undefined : JSON.stringify(value);
}

/** "Lost copies do not count" in a further sentence. */
export function excludedIn(more: readonly string[]): string {
  const [found = ''] = more.flatMap(
    (each) =>
      /^(?:the )?([a-z_ ]+) (?:do not|does not|are not|is not) (?:count|counted|included)$/.exec(each)?.[1] ?? [],
  );
  return found === '' ? '' : ` not counting ${found}`;
}

/** "Before the first reading it is 0" in a further sentence. */
export function beforeFirst(more: readonly string[]): string {
  const [value = ''] = more.flatMap(
    (each) => /^before the first .+? (?:it|this|the value) is (\d+|zero)$/.exec(each)?.[1] ?? [],
  );
  return value === '' ? '' : `, ${value} before the first`;
}
