import type { ProseReader } from '../../prose/prose-reader.js';
import type { Scope, Value } from '../../prose/scope.js';
import type { Read } from './read-value.js';

const said =
  '(?:comma and an? (?:space|blank)|space|blank|comma|hyphen|dash|slash|colon|dot|full stop|underscore|line break)';
const written: Readonly<Record<string, string>> = {
  ...{ space: ' ', blank: ' ', comma: ',', hyphen: '-', dash: '-', slash: '/', colon: ':', dot: '.', underscore: '_' },
  ...{ 'full stop': '.', 'line break': '\n' },
};
const brackets: Readonly<Record<string, readonly [string, string]>> = {
  ...{ square: ['[', ']'], round: ['(', ')'], curly: ['{', '}'], angle: ['<', '>'] },
};

const alone = new RegExp(`^an? (?:single )?(${said})$`);
const between = new RegExp(
  `^(?:separated|joined|divided|connected|linked) (?:by|with) (?:an? )?(${said})s?$|^with an? (${said}) (?:between|in between)(?: them)?$`,
);
const enclosed = /^(.+?) (?:in|within|inside|put in) (square |round |curly |angle )?(?:brackets|parentheses|braces)$/;
/** Borders of the parts. A comma and a space are one part. */
const borders =
  /,? (?:and )?(?:then|followed by|after (?:that|it|which comes)) |, (?:and )?| and (?!an? (?:space|blank)\b)/;

/** "The code of the course, a hyphen, and `startsOn` in round brackets": texts and marks in their order. */
export function joinedParts(reader: ProseReader, scope: Scope, text: string): Read | undefined {
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
    .split(borders)) {
    const [, own] = alone.exec(part) ?? [];
    if (own !== undefined) {
      join(markOf(own));
      mark = '';
      continue;
    }
    const [, one, other = one] = between.exec(part) ?? [];
    if (other !== undefined) {
      if (values !== 2 || mark !== undefined) return undefined;
      parts.splice(1, 0, JSON.stringify(markOf(other)));
      continue;
    }
    const [, inner = part, shape = 'round '] = enclosed.exec(part) ?? [];
    const [open, close] = inner === part ? ['', ''] : (brackets[shape.trim()] ?? ['', '']);
    const value = reader.memberValue(inner, scope);
    if (value === undefined || !isText(value)) return undefined;
    // Brackets stand apart from what is before them.
    const opening = `${open !== '' && values > 0 && mark === undefined ? ' ' : ''}${open}`;
    if (opening !== '') join(opening);
    parts.push(value.member?.schema.types[0] === 'integer' ? `string(${value.expression})` : value.expression);
    if (close !== '') join(close);
    mark = undefined;
    values += 1;
  }
  const isMarked = parts.length > values;
  return values < 2 || !isMarked || mark === '' ? undefined : { expression: parts.join(' + '), isWhole: true };
}

function markOf(words: string): string {
  return words.startsWith('comma and') ? ', ' : (written[words] ?? '');
}

function isText({ member }: Value): boolean {
  const [type, another] = (member?.schema.types ?? []).filter((each) => each !== 'null');
  return another === undefined && (type === 'string' || type === 'integer');
}
