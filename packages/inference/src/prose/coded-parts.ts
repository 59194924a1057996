import { answerWords } from '../words/answer-words.js';
import { connectives, denies } from '../words/modality.js';
import { beforeCode } from './code-prefixes.js';

/** A condition in a sentence, and the code of its error. */
export interface CodedPart {
  readonly said: string;
  /** The complete sentence. */
  readonly sentence: string;
  readonly code?: string;
  readonly status?: number;
}

const name = `[\`"](${beforeCode}[A-Za-z][\\w.-]{1,60})[\`"]`;
const label = '(?:(?:the |an? |and )?(?:error |status )?(?:code|reason|status|error|conflict):? |with |and ){0,3}';
const answer = `(?:an? |the )?(?:(4\\d\\d)(?: conflict)?,? )?${label}${name}`;
const brackets = new RegExp(
  `,? ?[(\\[](?:(?:otherwise|or else|else|if not|then|answer)[:,]? )?${answer}(?:,? (?:otherwise|if not))?(?:,? 4\\d\\d)?(?:(?:,| with)? (?:the )?(?:field|member|param|parameter) [\`"][\\w.-]{1,60}[\`"])?[)\\]]`,
  'gi',
);
const gives =
  '(?:(?:is|are)(?= (?:an? )?4\\d\\d )|gets?|receives?|sees?|gives?|yields?|returns?|causes?|produces?|raises?|triggers?|means?|leads? to|results? in|ends? (?:in|with)|fails? with|(?:answers?|responds?) with|(?:is|are|will be) (?:refused|rejected|declined|denied|answered|turned (?:down|away)|blocked) (?:with|by|as))';
/** Matches only complete words before the code, so each text has a single reading. */
const ending = new RegExp(`^((?: ?(?<![a-z'])[a-z']+(?![a-z']),?){0,12}?) ?${answer}$`, 'i');
const endsInCode = /[`"]\S{2,170}[`"]$/;
const verbal = new RegExp(`(?: (?:you|callers?|clients?|we))? ${gives} ${answer}`, 'gi');
const answering = new RegExp(`,? (?:then )?the (?:answer|response|result|reply) is ${answer}`, 'gi');
const leading = new RegExp(
  `(?:^|(?<=[,;:⟧] (?:and |or )?))(?:(?:you|callers?) gets? |we answer |it is )?${answer}(?: is (?:returned|sent|given))?,? (?=(?:${connectives.if}|because) )([^⟦]{1,300}?)(?=$|[,;] (?:and |or )?(?:[\`"]|(?:you|callers?) gets? |4\\d\\d))`,
  'gi',
);

/** Splits a sentence at its codes: "It must be open (`closed`) and have a line (`empty`)" has two conditions. */
export function codedPartsOf(given: string, isOther: (name: string) => boolean = () => false): CodedPart[] {
  const [text = '', ...more] = /[`"]/.test(given) ? withMarks(given).split(/⟦([^|⟧]*)\|([^⟧]*)⟧/) : [];
  const isCoded = more.some((code, at) => at % 3 === 0 && !isOther(code));
  if (!isCoded) return [{ said: given, sentence: given }];
  const parts: CodedPart[] = [];
  let frame: Frame | undefined;
  for (let at = 0, said = text; at < more.length; at += 3) {
    const [code = '', status = '', next = ''] = more.slice(at, at + 3);
    // "It cannot be closed (`in_use`) while somebody is in it"
    const isOpen = at + 3 >= more.length && /^ (?!(?:and|or|but|so|nor) )/.test(next);
    const whole = completed(isOpen ? `${said}${next}` : said, frame).replace(
      /^(?:not (?=(?:while|when|if|as long as|once|after|until|before) )|(?=(?:if|when|while|as long as) [^,]{1,200}$))/i,
      'it is refused ',
    );
    frame ??= frameOf(whole);
    said = isOpen ? '' : next;
    if (whole !== '')
      parts.push({ said: whole, sentence: given, code, ...(status === '' ? {} : { status: Number(status) }) });
    const rest = at + 3 < more.length ? '' : said.replace(/^[\s,;:]+|(?<![\s.;!])[\s.;!]+$/g, '');
    if (rest !== '') parts.push({ said: rest, sentence: given });
  }
  return parts;
}

/** True if a sentence only contains the error for the previous sentence: "Otherwise you get 409 `full`". */
export function onlyAnswers(sentence: string): boolean {
  // "The fourth is refused with 409 `full`"
  if (alone.test(sentence)) return codedPartsOf(`It has one line; ${sentence}`)[0]?.said === 'It has at most one line';
  const [part, another] = codedPartsOf(`It is full, ${sentence}`);
  return part?.code !== undefined && /^(?:only possible if )?it is full$/i.test(part.said) && another === undefined;
}

/** Moves each code behind its condition. */
function withMarks(given: string): string {
  const mark = (status: string | undefined, code: string) => `⟦${code}|${status ?? ''}⟧`;
  const sentence = given
    .replace(/(?<![\s.;!])[\s.;!]+$/, '')
    // "For members (otherwise 409 `not_a_member`)"
    .replace(/^for [^([]{3,80}(?= [([][^)\]]*\b(?:otherwise|else|if not)\b)/i, needed)
    .replace(brackets, (_all, status: string | undefined, code: string) => mark(status, code));
  const places = endsInCode.test(sentence) ? sentence.matchAll(/,| [-–—](?= )|;/g) : [];
  const [answered = sentence] = [...places].flatMap(({ index }) => {
    const [, words, status, code = ''] = ending.exec(sentence.slice(index + 1).replace(/^ ?[-–—]/, '')) ?? [];
    const all = words?.split(/,? |,$/).map((word) => word.toLowerCase()) ?? ['?'];
    const isAnswer = all.every((word) => word === '' || answerWords.has(word));
    const isOtherwise = all.some((word) => /^(?:otherwise|else|others?)$/.test(word));
    const cause = sentence.slice(0, index);
    return isAnswer ? [`${isOtherwise ? needed(cause) : cause}${mark(status, code)}`] : [];
  });
  const whole = answered
    .replace(
      leading,
      (_all, number: string | undefined, one: string, cause: string) => `it is refused ${cause}${mark(number, one)}`,
    )
    .replace(answering, (_all, number: string | undefined, one: string) => mark(number, one))
    .replace(verbal, (_all, number: string | undefined, one: string) => ` is refused${mark(number, one)}`);
  return (oneMore.test(whole) ? whole.replace(counted, '$1 at most ') : whole).replace(restated, '$1');
}

const binding =
  /^(?:if|when|while|unless|once|as long as|only|no|nobody|nothing|at most) |\b(?:must|only|can|cannot|can't|may|ha(?:s|ve) to|needs?|requires?|possible|allowed|at most|refused|rejected)\b/i;

/** Turns a statement with an error for all other cases into a condition: "The room is free". */
function needed(cause: string): string {
  const [, things] = /^(?:(?:(?:Opens|Works|Is|Goes) )?for|Concerns|Applies to) (.+)$/i.exec(cause) ?? [];
  if (things !== undefined) return `Only possible for ${things}`;
  return binding.test(cause) || cause.includes('⟦')
    ? cause
    : `Only possible if ${cause.replace(/^(?:The|A|An|It|Its)\b/, (word) => word.toLowerCase())}`;
}

const tooMany =
  '(?:(?:a|an|the|any|every) (?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|further|next|other|additional)(?: one| [a-z]{1,30}(?: [a-z]{1,30})?)?|another(?: one| [a-z]{1,30})?|(?:any )?(?:attempts?|requests?) to [a-z]{2,20} (?:more|another|a further one)(?: [a-z]{1,30})?|(?:anything|everything) (?:beyond|above|more)(?: that| this)?)';
const otherwise = '(?:otherwise|or else|if not),? (?:(?:the|this|that|your|an?|any) [a-z]{1,30}(?: [a-z]{1,30})?|it)';
/** The error for the preceding part: "…, otherwise the order is refused", "…; a second one is refused". */
const restated = new RegExp(
  `[,;:] (?:and )?(?:${otherwise}|${tooMany}) (?:request )?is refused(?: until [^⟦.;]{1,80})?(⟦[^⟧]{1,90}⟧)(?: until [^⟦.;]{1,100})?`,
  'gi',
);
const oneMore = new RegExp(`[,;:] (?:and )?${tooMany} is refused`, 'i');
/** "It can have three lines", which is a maximum if "a fourth is refused" follows. */
const counted =
  /^((?!.*\b(?:at most|more than|up to|only)\b).*?\b(?:(?:can|may|could) [a-z]{2,20}|takes|has|holds|gets|places))(?: (?=(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|\d{1,4}) ))/i;
const alone = new RegExp(`^${tooMany} (?:is|are) `, 'i');

/** The words that the parts of a sentence share: "The room has to be". */
interface Frame {
  readonly subject: string;
  readonly modal: string;
  readonly verb: string;
  /** The object, for phrases such as "nor can a closed one". */
  readonly predicate: string;
  readonly isDenied: boolean;
}

const modals =
  "(?:must|has to|have to|had to|needs? to|cannot|can't|can|may|could)(?: not| only| also| neither| no longer)?";
const forms = '(?:is|are|was|were|has|have|does|do|needs?|requires?|takes?|exists?)';
const plainVerbs = '(?:be|have|lie|come|contain|start|end|belong|exceed|hold)';

function frameOf(sentence: string): Frame {
  const [, subject = '', modal = '', verb = '', object = ''] =
    new RegExp(`^(.+?) (${modals})(?: (${plainVerbs}))? (.+)$`, 'i').exec(sentence) ??
    new RegExp(`^(.+?)( )(${forms}(?: not)?) (.+)$`, 'i').exec(sentence) ??
    [];
  const predicate = `${verb} ${object}`.trim().replace(/[,;]? (?:while|if|when|once|until|because|unless) .*$/, '');
  return { subject, modal: modal.trim(), verb, predicate, isDenied: denies.test(sentence.toLowerCase()) };
}

/** Adds the shared words to a part: "…, `clean` (`not_ready`) and without a guest in it (`occupied`)". */
function completed(part: string, frame: Frame | undefined): string {
  const own = part.replace(/^[\s,;:]+|(?<![\s,;:])[\s,;:]+$/g, '').replace(/^(?:and|or|but|as well as|plus),? /i, '');
  if (frame === undefined || frame.subject === '' || own === '') return own;
  const { subject, modal, verb, predicate, isDenied } = frame;
  const thing = subject.replace(/^(.*\b(?:if|when|while|because) )?(?:only |an? |the )?/i, 'the ');
  // "An occupied room cannot be closed, nor can one that is closed already"
  const [, other, its] = /^(?:nor|neither) (?:can|may|must|is|are|does|do|will) (.+?)( be .+)?$/i.exec(own) ?? [];
  if (other !== undefined) {
    const [noun = 'record'] =
      /(?<![a-z])[a-z]+$/i.exec(subject.replace(/ (?:that|which|who|with|without|in) .*/, '')) ?? [];
    return `${other.replace(/\b(?:one|those|ones)\b/, (one) => (one === 'one' ? `a ${noun}` : noun))} cannot ${(its ?? predicate).trim()}`;
  }
  const isConnected = new RegExp(
    `^(?:not |even |also )?(?:only )?(?:${connectives.if}|${connectives.until}|from) `,
    'i',
  );
  if (
    isConnected.test(own) ||
    /^(?:only )?(?:possible|allowed|permitted|accepted)\b/.test(predicate.replace(/^\w+ /, ''))
  )
    return `it is ${isDenied || /^not /.test(own) ? 'refused' : 'possible'} ${own.replace(/^not /, '')}`;
  const hasSubject = new RegExp(
    `^(?!(?:not|no longer|with|without|in|of|for|on|at|${plainVerbs}|${forms}|${modals}) )(?:[\\w\`'-]+ ){1,8}?(?<!\\b(?:that|who|which|whose) (?:[a-z]+ )?)(?:${modals}|${forms})\\b`,
    'i',
  );
  if (hasSubject.test(own)) return own.replace(/^(its|their) /i, thing === 'the ' ? '$1 ' : `${thing}'s `);
  if (new RegExp(`^(?:not )?${plainVerbs} `).test(own)) return `${subject} ${modal} ${own}`;
  if (new RegExp(`^(?:${forms}|${modals}|[a-z]{3,}(?<!s)s) `).test(own)) return `${subject} ${own}`;
  return `${subject} ${[modal, verb, own].filter((each) => each !== '').join(' ')}`;
}
