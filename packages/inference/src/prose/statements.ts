import { hedges } from '../words/hedges.js';
import { type CodedPart, codedPartsOf, onlyAnswers } from './coded-parts.js';
import { plainText } from './reasons.js';
import { sentencesOf } from './sentences.js';

/** A sentence that states a fact, in lower case, without Markdown and final punctuation. */
export interface Statement {
  readonly text: string;
  /** The original text in the description. */
  readonly said: string;
  /** The sentence that contains it. */
  readonly sentence: string;
  /** The error code that it explains. */
  readonly code?: string;
  readonly status?: number;
}

const longest = 300;
/** A status in parentheses, which is not part of the sentence: "Only a draft can be deleted (409)". */
const bareStatus = /,? \((?:HTTP )?4\d\d(?: [A-Z][a-z]+)?\)$/;
const codeBefore = /^`([A-Za-z][\w.-]*)`(?:\s*(?::|-|–|—)\s*|\s+(?:when|if)\s+)/;

/**
 * Lists the sentences of a text that state facts. Omits sentences with a hedge or a condition.
 *
 * @param isOther recognizes names that are not error codes, such as states
 */
export function readStatements(text: unknown, isOther: (name: string) => boolean): Statement[] {
  if (typeof text !== 'string') return [];
  return sentencesOf(text.slice(0, 20_000).replace(/<[^<>]{1,200}>/g, ' '))
    .reduce<string[]>((all, each) => {
      // "It must be free; otherwise you get 409 `taken`"
      const isAnswer = all.length > 0 && onlyAnswers(each);
      all.push(isAnswer ? `${all.pop()?.replace(/[.;!]$/, '')}, ${each}` : each);
      return all;
    }, [])
    .flatMap((sentence) => codedPartsOf(sentence.replace(/^either /i, ''), isOther))
    .flatMap((part) => dutiesOf(part.said).map((said) => ({ ...part, said })))
    .flatMap((part) => {
      const statement = readStatement(part, isOther);
      const { length } = statement.text;
      return length === 0 || length > longest || hedges.test(statement.text) ? [] : [statement];
    });
}

const duty = "(?:must|may not|cannot|can't|has to|have to|needs? to)";
const nextDuty = new RegExp(
  `,? and (?=(?:there|the|it|its|they|an?|\`\\w{1,40}\`) (?:[\\w\`-]{1,40} ){0,5}?${duty} )`,
  'i',
);

/**
 * Splits a sentence into rules that apply independently: "The room must be free, it must have a bed, and `guests` may
 * not be above `beds`".
 */
function dutiesOf(said: string): string[] {
  const [, whole = said] = /^(.+?)[.]?$/.exec(said) ?? [];
  const all = whole
    .split(nextDuty)
    .flatMap((part) => part.split(new RegExp(nextDuty.source.replace(',? and ', ', '), 'i')));
  const isDuty = new RegExp(`^[^,;:]*\\b${duty}\\b`, 'i');
  return all.length > 1 && all.every((part) => isDuty.test(part)) ? all : [said];
}

function readStatement({ said, ...marks }: CodedPart, isOther: (name: string) => boolean): Statement {
  const whole = said.replace(/(?<![.!?:;])[.!?:;]+$/, '').replace(bareStatus, '');
  const [before, code] = codeBefore.exec(whole) ?? [];
  if (before === undefined || code === undefined || isOther(code)) return { text: plainText(whole), said, ...marks };
  return { text: plainText(whole.slice(before.length)), said, code, ...marks };
}
