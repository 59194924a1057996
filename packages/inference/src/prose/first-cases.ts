import { toSingular } from '@understudy/model';
import { readNumberWord } from '../words/number-words.js';
import { negate } from './need-phrases.js';
import type { ProseReader } from './prose-reader.js';
import { plainText } from './reasons.js';
import type { Scope } from './scope.js';
import { isNegated, mentionsIn, namesOther } from './state-mentions.js';

/** The first state under a condition, and the usual first state if the sentence names both. */
export interface FirstCase {
  readonly condition: string;
  readonly state: string;
  readonly other?: string;
}

const begins =
  /(?:begins?|starts?(?: out| off)?|opens?|enters?|joins?|goes|comes|gets|becomes?|is|are|counts?|has|have|will be)/
    .source;
const others = '(?:any|every|all|each) (?:of the )?others?(?: [a-z]+)?';
const bounded =
  /(?:up to(?: and including)?|at most|at least|below|under|above|over|from|more than|less than|fewer than)/.source;
const otherwise = /(?:[,;.] (?:and |or )?(?:otherwise|else|or else|if not),? (?<other>.+))?/.source;

/** Forms of such sentences. Their groups are a condition and the states with and without it. */
const forms: readonly RegExp[] = [
  // "If it is heavy, the parcel starts as `weighed`, otherwise as `packed`"
  new RegExp(`^(?:if|when|while|once|as soon as|(?<no>unless)) (?<cause>.+?), (?<then>.+?)${otherwise}$`),
  // "With `express: true` it starts as `rushed`"
  new RegExp(
    `^(?:if|when|for|with|where|in case) (?<cause>.+?),? (?=(?:the|its?|they|an?) (?:[a-z]+ ){0,3}?${begins}\\b)(?<then>.+?)${otherwise}$`,
  ),
  // "New trips are `open`, except those made with `draft: true`, which start as `draft`"
  /^(?<other>.+?),? (?:except|but not|apart from|other than)(?: for)? (?:those|the ones|ones)(?: (?:that|which|who) (?:are|were|have been))?(?: [a-z]+(?: up| in)?)? (?:with|whose|where|that have|having) (?<cause>.+?),? (?:who|which|that|these|those)(?: then| instead)? (?<then>.+)$/,
  // "A boat with less than 10 litres of fuel joins as `dry`, any other as `ready`"
  new RegExp(
    `^(?:an?|any|each|every|the) (?:new )?[a-z]+ (?:with|whose|that has|that have|having|where) (?<cause>.+?) (?=${begins}\\b)(?<then>.+?),? (?:and |but )?${others} (?<other>.+)$`,
  ),
  // "Loads up to 20 kg are `taken` at once. Above that, someone has to look: status `asked`"
  new RegExp(
    `^(?<cause>[a-z ]+? ${bounded} [\\d.,]+)(?: [a-z]+)? (?=(?:is|are)\\b)(?<then>.+?)\\. (?:above|below|over|under|beyond|from) (?:that|this|it)\\b(?<other>.+)$`,
  ),
];

/** True of a sentence about the other case of the one before. */
const goesOn = /^(?:otherwise|else|or else|if not|(?:above|below|over|under|beyond|from) (?:that|this|it))\b/i;

/** Reads the first state of a record that depends on its members, in a sentence and the next sentence. */
export function readFirstCase(
  reader: ProseReader,
  [first, next = '']: readonly [string, (string | undefined)?],
  scope: Scope,
): FirstCase | undefined {
  const said = goesOn.test(next) ? `${first} ${next}` : first;
  const text = plainText(said)
    .replace(/\b([a-z_]+): (true|false)\b/g, '$1 is $2')
    .replace(/(\d)[ ,](?=\d{3}\b)/g, '$1');
  if (/\b(?:usually|should|might|may|can|cannot)\b/.test(text)) return undefined;
  for (const form of forms) {
    const { no, cause = '', then = '', other } = form.exec(text)?.groups ?? {};
    const state = stateOf(then, said, scope);
    const rest = other === undefined ? undefined : stateOf(other, said, scope);
    if (state === undefined || (other !== undefined && rest === undefined) || state === rest) continue;
    // "If the customer asks for it (`express: true`)"
    const [, marked = cause] = /\(([^()]+ is (?:true|false))\)$/.exec(cause) ?? [];
    const found = reader.condition(marked, scope) ?? amountIn(reader, marked, scope);
    const condition = found === undefined || no === undefined ? found : negate(found);
    if (condition !== undefined) return { condition, state, ...(rest === undefined ? {} : { other: rest }) };
  }
  return undefined;
}

/** "Less than 10 percent of fuel", "sums insured up to 50000": an amount of a member. */
function amountIn(reader: ProseReader, cause: string, scope: Scope): string | undefined {
  const {
    thing = '',
    sign = '',
    count = '',
  } = [
    new RegExp(`^(?<sign>${bounded}) (?<count>[\\d.]+|[a-z]+) (?:percent )?(?:of )?(?<thing>[a-z_ ]+)$`),
    new RegExp(`^(?<thing>[a-z_ ]+?) (?<sign>${bounded}) (?<count>[\\d.]+)$`),
  ]
    .map((form) => form.exec(cause)?.groups)
    .find((groups) => groups !== undefined) ?? {};
  if (readNumberWord(count) === undefined) return undefined;
  const operator = /^up to|^at most/.test(sign) ? 'at most' : /^from|^at least/.test(sign) ? 'at least' : sign;
  const name = thing.split(' ').map(toSingular).join(' ');
  return reader.condition(`the ${name} is ${operator} ${count}`, scope);
}

/** The only state of the record in a part of a sentence. */
function stateOf(part: string, said: string, { kind, vocabulary }: Scope): string | undefined {
  const [only, ...more] = mentionsIn(part, said, kind);
  if (only === undefined || more.some(({ state }) => state !== only.state) || isNegated(part, only)) return undefined;
  return namesOther(part.slice(0, only.at).replace(/^.*\bbut\b/, ''), kind, vocabulary) ? undefined : only.state;
}
