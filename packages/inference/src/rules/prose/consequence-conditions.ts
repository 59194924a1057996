import { normalizeName, splitWords, toSingular } from '@understudy/model';
import { isNumber } from '../../prose/amounts.js';
import type { ProseReader } from '../../prose/prose-reader.js';
import { referredBy, type Scope } from '../../prose/scope.js';
import { dot } from '../../prose/vocabulary.js';

/** Reads the condition of an effect. "That" means the operation. */
export function causeOf(reader: ProseReader, scope: Scope, text: string): string | undefined {
  return freed(scope, text) ?? amountLeft(scope, text) ?? reader.condition(text, scope);
}

/** "If that frees a spot": `spotsLeft` of the record or of its class is positive. */
function freed(scope: Scope, text: string): string | undefined {
  const [, word = ''] =
    /^(?:that|this|it|doing so|the [a-z]+) (?:frees|opens|vacates|releases)(?: up)? (?:an?|the|its|one) ([a-z]+)$/.exec(
      text,
    ) ??
    /^(?:an?|one) ([a-z]+) (?:becomes|is|gets) (?:thereby |thus )?(?:free|vacant|available)$/.exec(text) ??
    [];
  if (word === '') return undefined;
  const found = [{ expression: scope.variable, kind: scope.kind }, ...referredBy(scope)].flatMap(
    ({ expression, kind }) =>
      [...kind.members.values()].flatMap((member) => {
        const [noun = '', ...rest] = splitWords(member.name).filter((each) => each !== 'remaining');
        const isLeft = /remaining/i.test(member.name) || /^(?:left|free|available|open)$/.test(rest.join(' '));
        return isNumber(member) && isLeft && toSingular(noun) === word ? [`${dot(expression, member.name)} > 0`] : [];
      }),
  );
  return found.length === 1 ? found[0] : undefined;
}

const signs: Readonly<Record<string, string>> = {
  less: '<',
  fewer: '<',
  under: '<',
  below: '<',
  more: '>',
  over: '>',
  above: '>',
};

/** "Less than 10 percent is left": the one number with this unit in the request or the record. */
function amountLeft(scope: Scope, text: string): string | undefined {
  const [, word = '', number = '', unit = ''] =
    /^(less|fewer|more|under|below|over|above)(?: than)? (\d+(?:\.\d+)?) ([a-z]+)(?: of [a-z ]+)? (?:is|are|remains?)(?: still)?(?: left| remaining)?$/.exec(
      text,
    ) ?? [];
  for (const each of [scope.outer, scope]) {
    const [found, another] = [...(each?.kind.members.values() ?? [])].filter(
      (member) =>
        isNumber(member) &&
        splitWords(member.name).some((part) => part === unit || toSingular(part) === toSingular(unit)),
    );
    if (each !== undefined && found !== undefined && another === undefined)
      return `${dot(each.variable, found.name)} ${signs[word]} ${number}`;
  }
  return undefined;
}

/** Finds the debt of a thing: `balance_due` of a member. */
export function owedBy(reader: ProseReader, scope: Scope, text: string) {
  const [, who = ''] = /^what (the [a-z]+|it|they) owes?$/.exec(text) ?? [];
  const owner = who === '' ? undefined : reader.one(who, scope);
  const [member, another] = [...(owner?.kind.members.values() ?? [])].filter(
    (each) => isNumber(each) && /balance|owed|owing|debt|due|outstanding/.test(normalizeName(each.name)),
  );
  return owner === undefined || member === undefined || another !== undefined
    ? undefined
    : { member, expression: dot(owner.expression, member.name) };
}

/** Splits an effect with an exception or an adjective: "A damaged tool is repaired, otherwise …". */
export function withoutExceptions(text: string): readonly string[] {
  const [, usual = '', but = '', cause = ''] =
    /^(.+?)(?: [-–—]|,|;)? (?:except(?: that)?|but|only) ((?:it|they) (?:becomes?|is|are|goes|turns?|gets?) .+?) (?:when|if|in case) (.+)$/.exec(
      text,
    ) ?? [];
  if (usual !== '') return [`if ${cause}, ${but.replace(/^it /, `${subjectOf(usual)} `)}`, `otherwise ${usual}`];
  const [, adjective = '', noun = '', rest = '', other = ''] =
    /^an? ([a-z_]+) ([a-z]+) ((?:goes|becomes|is|turns|moves|comes) .+?)(?:, (?:otherwise|else|if not) (.+))?$/.exec(
      text,
    ) ?? [];
  if (adjective === '') return [text];
  const first = `if it is ${adjective}, the ${noun} ${rest}`;
  return other === '' ? [first] : [first, `otherwise ${other.replace(/^it /, `the ${noun} `)}`];
}

function subjectOf(text: string): string {
  return /^((?:the|its) [a-z]+) /.exec(text)?.[1] ?? 'it';
}
