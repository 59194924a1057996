import { hedges } from '../words/hedges.js';
import { plainText } from './reasons.js';
import { sentencesOf } from './sentences.js';

/** A sentence of a description that says what always is, in lower case, without marks and without its end. */
export interface Statement {
  readonly text: string;
  /** As it stands in the description. */
  readonly said: string;
  /** The code of an error that it explains. */
  readonly code?: string;
}

const longest = 300;
const codeBefore = /^`([A-Za-z][\w.-]*)`(?:\s*(?::|-|–|—)\s*|\s+(?:when|if)\s+)/;
const codeAfter = /,?\s{0,9}\((?:4\d\d,? )?(?:(?:error |with |and )?code:? )?`([A-Za-z][\w.-]*)`(?: otherwise)?\)$/;

/** Reads the sentences of a text that say what always is: those with a hedge or a condition are left out. */
export function readStatements(text: unknown): Statement[] {
  if (typeof text !== 'string') return [];
  return sentencesOf(text.slice(0, 20_000).replace(/<[^<>]{1,200}>/g, ' '))
    .flatMap((sentence) => sentence.split(/,\s+(?=`\w+` when )|(?<=\(`[\w.-]{2,60}`\)),?\s+(?:or |and )?/))
    .map((sentence) => sentence.replace(/^either /i, ''))
    .flatMap((said) => {
      const statement = readStatement(said);
      const { length } = statement.text;
      return length === 0 || length > longest || hedges.test(statement.text) ? [] : [statement];
    });
}

function readStatement(said: string): Statement {
  const whole = said.replace(/(?<![.!?:;])[.!?:;]+$/, '');
  const code = (codeBefore.exec(whole) ?? codeAfter.exec(whole))?.[1];
  const text = plainText(whole.replace(codeBefore, '').replace(codeAfter, ''));
  return code === undefined ? { text, said } : { text, said, code };
}
