import type { PartReader, Scope, Value } from './scope.js';

const signs: Readonly<Record<string, string>> = {
  ...{ hyphen: '-', dash: '-', slash: '/', at: '@', '@': '@', dot: '.', point: '.', period: '.' },
  ...{ colon: ':', underscore: '_', space: ' ', blank: ' ', comma: ',', hash: '#' },
};
const side =
  '(?:that |which )?(?:(?:comes|stands|lies|is|are) )?(before|up to|until|in front of|to the left of|after|behind|following|to the right of)';
const sign = `(?:the |its |an? )?(?:(?:first|last|only) )?(${Object.keys(signs).join('|')})(?: sign)?`;
const part = '(?:the )?(?:letters?|digits?|characters?|part|text|piece|portion|section|everything|what)';
const forms: readonly RegExp[] = [
  new RegExp(
    `^${part}(?: at the (?:start|beginning|end))? (?:of|in) (?<text>[a-z_ ]+?),? ${side.replace('(before', '(?<side>before')} ${sign.replace(/\((hyphen)/, '(?<sign>$1')}$`,
  ),
  new RegExp(
    `^${part} ${side.replace('(before', '(?<side>before')} ${sign.replace(/\((hyphen)/, '(?<sign>$1')} (?:of|in) (?<text>[a-z_ ]+)$`,
  ),
];

/**
 * Reads a part of a string: "The letters of the code up to the first hyphen", "what stands behind the @ in the
 * address".
 */
export function textPart(reader: PartReader, phrase: string, scope: Scope): Value | undefined {
  const found = forms.map((form) => form.exec(phrase)?.groups).find((groups) => groups !== undefined);
  const value = found?.['text'] === undefined ? undefined : reader.value(found['text'], scope);
  if (value?.member?.schema.types.includes('string') !== true) return undefined;
  const isFirst = /^(?:before|up to|until|in front|to the left)/.test(found?.['side'] ?? '');
  const separator = JSON.stringify(signs[found?.['sign'] ?? ''] ?? '');
  return { expression: `${value.expression}.split(${separator}).${isFirst ? 'first' : 'last'}()` };
}
