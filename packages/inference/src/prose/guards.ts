import type { Statement } from './statements.js';
import { nounPattern, readStates, type StateWords } from './states.js';

/** What a sentence says about the states of a thing. */
export interface StateClaim {
  /** The states in which an operation is possible. */
  readonly allowed?: readonly string[];
  /** The states in which it is refused. */
  readonly excluded?: readonly string[];
  /** The state that it leads to. */
  readonly to?: string;
  /** True if the claim needs no other evidence than the sentence that an operation is refused in some states. */
  readonly isWeak?: boolean;
  /** True if it was read by words and not by the form of the sentence. Other sentences come first. */
  readonly isLoose?: boolean;
  /** True if the sentence says more. */
  readonly isPart?: boolean;
}

/** The operation that sentences are about. */
export interface Subject extends StateWords {
  /** Participles of what the operation does. */
  readonly participles: ReadonlySet<string>;
  /** The states that other operations on the thing lead to, by the participle of what they do. */
  readonly reached: ReadonlyMap<string, string>;
  /** Its verbs. */
  readonly verbs: ReadonlySet<string>;
}

type Read = (found: readonly string[], subject: Subject) => StateClaim | undefined;

interface Form {
  /** `N` is a name of the thing, `P` a phrase with states, `V` a participle or verb, and `can` any form of it. */
  readonly form: string;
  readonly read: Read;
}

const allow = (phrase: string | undefined, subject: Subject): StateClaim | undefined => {
  const allowed = readStates(subject, phrase ?? '');
  return allowed === undefined ? undefined : { allowed };
};

const exclude = (phrase: string | undefined, subject: Subject): StateClaim | undefined => {
  const excluded = readStates(subject, phrase ?? '');
  return excluded === undefined ? undefined : { excluded };
};

const isDone = (participle: string | undefined, { participles }: Subject) => participles.has(participle ?? '');

/** Forms of sentences in the description of an operation or of its refusal. */
const anywhere: readonly Form[] = [
  {
    form: 'only P CAN be V',
    read: ([phrase, verb], subject) => (isDone(verb, subject) ? allow(phrase, subject) : undefined),
  },
  {
    form: 'N CAN (?:only )?be V (?:if|when|while|as long as|so long as) (?:it|they|its status|its state|the status|N) (?:is|are)(?: still)? P',
    read: ([verb, phrase], subject) => (isDone(verb, subject) ? allow(phrase, subject) : undefined),
  },
  {
    form: 'P CANNOT be V(?: again| any ?more| any longer| [a-z]+)?',
    read: ([phrase, verb], subject) => (isDone(verb, subject) ? exclude(phrase, subject) : undefined),
  },
  {
    form: 'P (?:is|are) closed for (?:changes|editing|edits)',
    read: ([phrase], subject) => (isDone('changed', subject) ? exclude(phrase, subject) : undefined),
  },
  {
    form: 'N CANNOT be V (?:once|after|when|if) (?:it|they) (?:is|are|was|were|has been|have been|has|have)(?: already)? P',
    read: ([verb, phrase], subject) => (isDone(verb, subject) ? exclude(phrase, subject) : undefined),
  },
  {
    form: '(?:N )?CAN be V until (?:it|they) P',
    read: ([verb, phrase = ''], subject) => {
      const [state, more] = isDone(verb, subject) ? (readStates(subject, participleIn(phrase)) ?? []) : [];
      const before = subject.states.slice(0, state === undefined ? 0 : subject.states.indexOf(state));
      return before.length === 0 || more !== undefined ? undefined : { allowed: before };
    },
  },
  {
    form: '(?:you )?can only V N (?:if|when|while|as long as) (?:it|they) (?:is|are)(?: still)? P',
    read: ([verb = '', phrase], subject) => (subject.verbs.has(verb) ? allow(phrase, subject) : undefined),
  },
  {
    form: '(?:you )?can only V P',
    read: ([verb = '', phrase], subject) => (subject.verbs.has(verb) ? allow(phrase, subject) : undefined),
  },
  {
    form: '(?:.*, )?only (?:allowed|possible|permitted|available) (?:if|when|while|as long as) N (?:is|are)(?: still)? P',
    read: ([phrase], subject) => allow(phrase, subject),
  },
  {
    form: '(?:lines?|items?|[a-z]+s) CAN only be V (?:to|from|in|on) P',
    read: ([verb, phrase], subject) => (isDone(verb, subject) ? allow(phrase, subject) : undefined),
  },
  { form: '(?:.*, )?whether (?:it|they) (?:is|are) P', read: ([phrase], subject) => allow(phrase, subject) },
  {
    form: '(?:.*, )?(?:possible|allowed|permitted) (?:only )?(?:if|when|while|as long as|so long as) (?:it|they|N) (?:is|are)(?: still)? P',
    read: ([phrase], subject) => allow(phrase, subject),
  },
  {
    form: '(?:.*, )?(?:and )?only (?:once|after) N (?:is|are|was|has been|have been) P',
    read: ([phrase], subject) => allow(phrase, subject),
  },
  { form: 'P (?:is|are)(?: [a-z]+)? final', read: ([phrase], subject) => exclude(phrase, subject) },
  {
    form: 'N (?:must|has to|needs to|have to|need to)(?: still| first)? (?:be|have) P(?: (?:first|to (?:be|perform|call|use|do) .*|in order to .*|for this .* to succeed))?',
    read: ([phrase], subject) => allow(phrase, subject),
  },
];

/** Forms that say which state follows which. */
const changing: readonly Form[] = [
  { form: 'P becomes? P', read: (found, subject) => fromTo(found, subject) },
  {
    form: '(?:N |its (?:status|state) )?(?:moves?|changes?|sets?|switch(?:es)?|transitions?|turns?|takes?|brings?|goes|is moved|is changed)(?: N| the (?:status|state)(?: of N)?)? from P (?:in)?to P',
    read: (found, subject) => fromTo(found, subject),
  },
  {
    form: '(?:N|its (?:status|state)|the (?:status|state)(?: of N)?) (?:becomes?|is then|is now|is from then on|turns?(?: into)?|goes(?: back)? to|is set to|changes to|moves to|is marked(?: as)?|counts as|ends up) P',
    read: ([phrase], subject) => leadsTo(phrase, subject),
  },
  {
    form: '(?:marks?|flags?|sets?|puts?|makes?|declares?) N (?:as |to |into |in )?P',
    read: ([phrase], subject) => leadsTo(phrase, subject),
  },
  { form: 'from P to P', read: (found, subject) => fromTo(found, subject) },
  { form: '(?:moves?|turns?|changes?|converts?) P (?:in)?to P', read: (found, subject) => fromTo(found, subject) },
  {
    form: '[a-z]+ (?:an?|the) P',
    read: ([phrase], subject) => {
      const claim = allow(phrase, subject);
      return claim?.allowed?.length === 1 ? { ...claim, isWeak: true } : undefined;
    },
  },
];

/** Forms in the description of a refusal. */
const refusing: readonly Form[] = [
  {
    form: 'N (?:is|was|has been)(?: currently)? (?:not|no longer)(?: yet)? P(?:, or no longer| yet| any ?more| any longer)?',
    read: ([phrase = ''], subject) => (/^(?:yet|longer)\b/.test(phrase) ? undefined : allow(phrase, subject)),
  },
  {
    form: 'N (?:is|are|was|were|has been|have been|had been|has|have)(?: already)? P(?: already| before)?',
    read: ([phrase], subject) => exclude(phrase, subject),
  },
  { form: 'N (?:has|have) left P(?: before)?', read: ([phrase], subject) => allow(phrase, subject) },
  { form: '(?:N )?already P', read: ([phrase], subject) => exclude(phrase, subject) },
  { form: 'N not P', read: ([phrase], subject) => allow(phrase, subject) },
  {
    form: '(?:N|the [a-z]+) (?:has|have|was|were|is|are) (?:not|never)(?: yet)?(?: been)? P(?: yet| before)?',
    read: ([phrase = ''], { reached }) => {
      const state = reached.get(phrase);
      return state === undefined ? undefined : { allowed: [state] };
    },
  },
];

/** Forms in the description of a success. */
const succeeding: readonly Form[] = [
  { form: 'N,? (?:which is )?now P', read: ([phrase], subject) => leadsTo(phrase, subject) },
  { form: 'N,? which is P from now on', read: ([phrase], subject) => leadsTo(phrase, subject) },
  { form: 'N,? P again', read: ([phrase], subject) => leadsTo(phrase, subject) },
  { form: 'N with (?:status|state) P', read: ([phrase], subject) => leadsTo(phrase, subject) },
];

/** Reads what a sentence of an operation says about the states that it needs. */
export function readGuard(sentence: Statement, subject: Subject, isRefusal: boolean): StateClaim | undefined {
  const { text } = sentence;
  const [, cause] = /\b(?:because|as|since) (.*)$/.exec(text) ?? [];
  const [head = text] = text.split(/, (?!or |and |nor |[a-z_-]+(?:, | or | and ))/);
  const texts = isRefusal ? [text, ...(cause === undefined ? [] : [cause]), ...(head === text ? [] : [head])] : [text];
  return firstOf(isRefusal ? [...anywhere, ...refusing] : anywhere, texts, subject);
}

/** Reads what the code of an error says: `alreadyPaid` excludes a state. */
export function readCode(code: string, subject: Subject): StateClaim | undefined {
  const text = code.replace(/([a-z])([A-Z])|[_-]/g, (_all, one = '', two = '') => `${one} ${two}`).toLowerCase();
  return firstOf(refusing.slice(3, 5), [text], subject) ?? excludedBy(text, subject);
}

function excludedBy(text: string, subject: Subject): StateClaim | undefined {
  const [, phrase] = new RegExp(`^${nounPattern(subject)} (\\w+)$`).exec(text) ?? [];
  return phrase === undefined ? undefined : exclude(phrase, subject);
}

/** Reads the state change that a sentence of an operation describes, without what follows it in the sentence. */
export function readChange({ text }: Statement, subject: Subject): StateClaim | undefined {
  const whole = firstOf(changing, [text], subject);
  if (whole !== undefined) return whole;
  const part = firstOf(changing, heads(text), subject);
  return part && { ...part, isPart: true };
}

/** Reads the state that a success leads to. */
export function readResult({ text }: Statement, subject: Subject): string | undefined {
  return firstOf(succeeding, [text, ...heads(text)], subject)?.to;
}

function heads(text: string): string[] {
  return [/,? (?:and|after which|which|so that|then) .*$/, /,.*$/].flatMap((tail) =>
    tail.test(text) ? [text.replace(tail, '')] : [],
  );
}

function fromTo([phrase = '', result = '']: readonly string[], subject: Subject): StateClaim | undefined {
  const allowed = readStates(subject, phrase);
  const [to, more] = readStates(subject, result) ?? [];
  return allowed === undefined || to === undefined || more !== undefined ? undefined : { allowed, to };
}

function leadsTo(phrase: string | undefined, subject: Subject): StateClaim | undefined {
  const [to, more] = readStates(subject, phrase ?? '') ?? [];
  return to === undefined || more !== undefined ? undefined : { to };
}

/** The participle of a verb in the third person, such as `shipped` for `ships`, or the words after `is`. */
function participleIn(phrase: string): string {
  const [, stem] = /^([a-z]+?)s$/.exec(phrase) ?? [];
  return stem === undefined
    ? phrase
    : `${stem}${/[^aeiou][aeiou]p$/.test(stem) ? 'ped' : /e$/.test(stem) ? 'd' : 'ed'}`;
}

function firstOf(forms: readonly Form[], texts: readonly string[], subject: Subject): StateClaim | undefined {
  for (const text of texts)
    for (const { form, read } of forms) {
      const found = patternOf(form, subject).exec(text);
      const claim = found === null ? undefined : read(found.slice(1), subject);
      if (claim !== undefined) return claim;
    }
  return undefined;
}

const patterns = new WeakMap<Subject, Map<string, RegExp>>();

function patternOf(form: string, subject: Subject): RegExp {
  const known = patterns.get(subject) ?? new Map<string, RegExp>();
  patterns.set(subject, known);
  const made =
    known.get(form) ??
    new RegExp(
      `^${form
        .replace(/\bN\b/g, nounPattern(subject))
        .replace(/\bCANNOT\b/g, "(?:cannot|can not|can't|can no longer|may not|may no longer|must not|could not)")
        .replace(/\bCAN\b/g, '(?:can|may)')
        .replace(/\bP\b/g, '([a-z0-9_, /-]{2,120}?)')
        .replace(/\bV\b/g, '([a-z]+)')}$`,
    );
  known.set(form, made);
  return made;
}
