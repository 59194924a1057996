import { splitWords } from '@understudy/model';
import type { ProseReader } from '../../prose/prose-reader.js';
import type { Scope } from '../../prose/scope.js';
import { dot, type NamedMember, stateIn } from '../../prose/vocabulary.js';
import { readNumberWord } from '../../words/number-words.js';
import { negations } from '../../words/set-words.js';
import type { Read } from './read-value.js';

/** "3 for the tier child, 8 for standard and 12 for student": each state with the number beside it. */
export function choiceOf({ kind, variable }: Scope, text: string): Read | undefined {
  const words = text.split(/[^a-z0-9_.-]+/);
  const found = words.flatMap((word, at) => {
    const number = /^\d/.test(word) ? readNumberWord(word) : undefined;
    const state = stateIn(kind, splitWords(word).join(' '), () => false);
    return number !== undefined || state !== undefined ? [{ at, number, state }] : [];
  });
  const numberFirst = found[0]?.number !== undefined;
  const pairs = found.flatMap((one, at) => {
    const other = found[at + 1];
    const [number, state] = numberFirst ? [one.number, other?.state] : [other?.number, one.state];
    const isNear = other !== undefined && other.at - one.at < 6 && at % 2 === 0;
    return isNear && number !== undefined && state !== undefined ? [{ number, state }] : [];
  });
  const [first] = pairs;
  const listed = kind.states.filter(({ member }) => member === first?.state.member).map(({ value }) => value);
  const isWhole =
    pairs.length * 2 === found.length && listed.every((value) => pairs.some(({ state }) => state.value === value));
  if (first === undefined || pairs.length < 2 || !isWhole || pairs.length !== listed.length) return undefined;
  if (words.some((word) => negations.has(word))) return undefined;
  return {
    expression: pairs
      .slice(0, -1)
      .reduceRight(
        (rest, { state, number }) =>
          `${dot(variable, state.member)} == ${JSON.stringify(state.value)} ? ${number} : ${rest}`,
        String(pairs.at(-1)?.number),
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
