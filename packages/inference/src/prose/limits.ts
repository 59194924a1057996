import { limits } from '../words/arithmetic.js';
import { readNumberWord } from '../words/number-words.js';
import type { PartReader, Scope, Value } from './scope.js';

/** Patterns of values followed by a limit, or preceded by words for one. */
const limited = limits.map(
  ([words, keeps]) =>
    [
      new RegExp(
        `^(.{1,300}?),? (?:(?:and|but|with|which is|it is|to) ){0,3}(?:an? )?(?:${words})(?: (?:an? )?(?:maximum|minimum|total|limit)? ?of)? ([^,;]{1,60}?)(?: cents| in total| in all)?$`,
      ),
      new RegExp(`^(.+?),? (?:(?:and|but|with) )?(\\S+?) (?:${words})$`),
      keeps,
    ] as const,
);

/** Phrases for rounding half up, and remarks about the sign. */
export const roundedTail =
  /(?:,? (?:and )?(?:rounded )?(?:off )?to the (?:nearest|closest) (?:whole |full )?[a-z]+)?(?:,? (?:(?:a )?half|halves|half an? [a-z]+)(?: (?:is|are|go|goes|being))?(?: rounded)? up(?:wards?)?)?(?:,? (?:below zero|negative|less than zero|under zero) (?:if|when|where) [a-z ]{1,60})?$/;

/** Reads a limit in a member: "The minimum of the plan". */
function memberNamed(reader: PartReader, text: string, scope: Scope): string | undefined {
  const value = reader.value(text, scope);
  return value?.member === undefined || value.isDate === true ? undefined : value.expression;
}

/** Reads a limited value: "…, 1000 at most", "…, but never less than 0", "… and rounding it down". */
export function limitedValue(reader: PartReader, text: string, scope: Scope): Value | undefined {
  for (const [before, after, keeps] of limited) {
    const found = before.exec(text) ?? after.exec(text);
    const said = (found?.[2] ?? '').replace(/,$/, '');
    const limit = said === '' ? undefined : (readNumberWord(said) ?? memberNamed(reader, said, scope));
    const inner = limit === undefined ? undefined : reader.value(found?.[1] ?? '', scope);
    if (inner !== undefined) return { expression: `${keeps}(${inner.expression}, ${limit})` };
  }
  const [, rounded, way = 'down'] =
    /^(.+?),? (?:and )?(?:then )?round(?:ed|ing)(?: it| that| the result)? (down|up)(?: to .*)?$/.exec(text) ??
    /^(.+?),? (?:(?:and )?(?:then )?(?:cut (?:down|off|short)|truncated|chopped(?: off)?)(?: to .*)?|without (?:any )?decimals)$/.exec(
      text,
    ) ??
    [];
  const inner = rounded === undefined ? undefined : reader.value(rounded, scope);
  return inner && { expression: `${way === 'up' ? 'ceil' : 'floor'}(${inner.expression})` };
}
