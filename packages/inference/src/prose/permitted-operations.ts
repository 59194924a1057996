import { normalizeName, type OperationPlan, splitWords, toSingular } from '@understudy/model';
import { permissionVerbs } from '../words/access-words.js';
import { rootOf } from '../words/verb-forms.js';
import { mentions } from './phrase.js';

/** An operation, with the words that phrases about permissions can use for it. */
interface Deed {
  readonly plan: OperationPlan;
  /** Nouns for its resource, and nouns for all resources in its path. */
  readonly nouns: ReadonlySet<string>;
  readonly around: ReadonlySet<string>;
  /** Roots of the words in its last path segment, its id and its summary. */
  readonly words: ReadonlySet<string>;
  /** Roots of the first words in its id, summary and action. */
  readonly verbs: ReadonlySet<string>;
  readonly text: string;
}

type Matcher = (deed: Deed) => boolean;

/** The operations that a phrase describes. `isWhole` is false if part of the phrase is not understood. */
export interface Permitted {
  readonly plans: ReadonlySet<OperationPlan>;
  readonly isWhole: boolean;
}

const particle = /^(?:in|out|on|off|up|down|back|away|over)$/;
const everything =
  /^(?:everything|anything|all|all (?:of it|data|records|operations|requests|calls|endpoints)|the (?:whole )?api|(?:any|every) (?:operation|request|call|endpoint)|everything else|nothing|(?:what|all|everything|anything)(?: that| which)? .+ (?:may|can)(?: [a-z]+)?)$/;
const leading =
  /^(?:(?:also|only|still|freely|then|even|both|always|the|an?|any|all|every|each|of|to|their|its|new|other|existing|full) )+/;

/** Matches all requests with a method: "all GET requests". */
const ofMethod = /^(?:all )?(get|post|put|patch|delete)(?: (?:requests?|calls?|operations?|methods?))?$/;

/** Translates phrases such as "create, change or delete rooms, and read reports" to operations of an API. */
export class PermittedOperations {
  readonly #deeds: readonly Deed[];

  constructor(plans: Iterable<OperationPlan>) {
    this.#deeds = [...plans].map(toDeed);
  }

  read(phrase: string): Permitted {
    const plain = phrase
      .toLowerCase()
      .trim()
      .replace(/\blooks? at\b/g, 'read');
    const [, main = '', except] =
      /^(.*?),? (?:except(?: for| to)?|but not|apart from|other than|save for|with the exception of) (.+)$/.exec(
        plain,
      ) ?? ['', plain];
    const found = this.#list(main);
    const left = except === undefined ? undefined : this.#list(except).plans;
    return left === undefined
      ? found
      : { ...found, plans: new Set([...found.plans].filter((plan) => !left.has(plan))) };
  }

  #list(phrase: string): Permitted {
    const plans = new Set<OperationPlan>();
    let verbs: string[] = [];
    let last = '';
    let isOpen = false;
    let isWhole = true;
    const chunks = phrase.split(/,? (?:and|or|nor|as well as) |, | \/ /);
    for (const [index, given] of chunks.entries()) {
      const chunk = given
        .trim()
        .replace(/ (?:too|also|as well|only|freely)$/, '')
        .replace(/^(?:(?:also|only|to|they|may|can) )+/, '');
      const isLast = index === chunks.length - 1;
      const own = this.#object(chunk, 'read');
      const [verb = '', ...rest] = chunk.split(' ');
      // "Work orders" is a noun phrase.
      const isThing = this.#deeds.some(({ nouns }) => nouns.has(nounOf(chunk)));
      const isNoun = isThing || (own !== undefined && (rest.length === 0 || !this.#isVerb(verb)));
      if (particle.test(chunk) && verbs.length > 0) {
        const before = verbs.map((each) => `${each.split(' ')[0]} ${chunk}`);
        isWhole = this.#add(plans, before, undefined) && isWhole;
        continue;
      }
      if (isNoun) {
        isWhole = this.#add(plans, verbs.length === 0 ? ['use'] : verbs, chunk) && isWhole;
        isOpen = false;
        last = chunk;
        continue;
      }
      if (!this.#isVerb(verb)) {
        isWhole = false;
        continue;
      }
      const tail = rest.at(-1) ?? '';
      const isSplit = particle.test(tail) && rest.length > 1;
      const isPhrasal = !isSplit && particle.test(rest[0] ?? '');
      const whole = isSplit ? `${verb} ${tail}` : isPhrasal ? `${verb} ${rest[0]}` : verb;
      const object = (isSplit ? rest.slice(0, -1) : isPhrasal ? rest.slice(1) : rest).join(' ');
      verbs = isOpen ? [...verbs, whole] : [whole];
      isOpen = object === '';
      last = /^(?:it|them|those)$/.test(object) ? last : object;
      if (!isOpen) isWhole = this.#add(plans, verbs, last) && isWhole;
      else if (isLast) isWhole = permissionVerbs.get(rootOf(verb)) === 'read' && this.#add(plans, verbs, 'everything');
    }
    return { plans, isWhole };
  }

  #isVerb(word: string): boolean {
    const root = rootOf(word);
    return permissionVerbs.has(root) || this.#deeds.some(({ verbs }) => verbs.has(root));
  }

  /** Adds the operations for some verbs and an object. */
  #add(plans: Set<OperationPlan>, verbs: readonly string[], object: string | undefined): boolean {
    const isOfMethod = object !== undefined && ofMethod.test(object);
    const found = verbs.flatMap((verb) => {
      const isNamed = !permissionVerbs.has(rootOf(verb));
      const matches = object === undefined ? () => true : this.#object(object, verb, isNamed);
      return matches === undefined
        ? []
        : [this.#deeds.filter((deed) => (isOfMethod || doesVerb(deed, verb)) && matches(deed))];
    });
    for (const { plan } of found.flat()) plans.add(plan);
    return found.length === verbs.length && found.some((each) => each.length > 0);
  }

  /** Finds the operations on an object. Returns undefined if some of its words are unknown. */
  #object(given: string, verb: string, isNamed = false): Matcher | undefined {
    if (everything.test(given)) return () => true;
    if (/\b(?:own|my|yours?|themselves|somebody|someone|others?|another)\b/.test(given)) return undefined;
    const [, method] = ofMethod.exec(given) ?? [];
    if (method !== undefined) return ({ plan }) => plan.operation.method === method.toUpperCase();
    const text = given.replace(leading, '');
    const [, of] =
      /^(?:[\w-]+ )?(?:actions?|operations?|endpoints?) (?:of|on|for) (?:an? |the )?(.+)$/.exec(text) ?? [];
    const inner = of === undefined ? undefined : this.#object(of, verb);
    if (inner !== undefined)
      return (deed) => (deed.plan.does === 'act' || /operation|endpoint/.test(text)) && inner(deed);
    const words = text.split(' ');
    const isWide = permissionVerbs.get(rootOf(verb)) === 'all';
    for (let at = 0; at < words.length; at += 1) {
      const noun = nounOf(words.slice(at).join(' '));
      const before = words.slice(0, at);
      const matches: Matcher = (deed) =>
        ((isWide ? deed.around : deed.nouns).has(noun) ||
          (isNamed && mentions(deed.text, words.slice(at).join(' ')))) &&
        before.every((word) => deed.words.has(rootOf(word)) || deed.around.has(nounOf(word)));
      if (this.#deeds.some(matches)) return matches;
    }
    return undefined;
  }
}

function toDeed(plan: OperationPlan): Deed {
  const { operation, node, resource } = plan;
  const segments = operation.path.split('/').filter((each) => each !== '' && !/^v\d+$|^api$/.test(each));
  const fixed = segments.filter((each) => !each.startsWith('{'));
  const last = segments.findLastIndex((each) => each.startsWith('{'));
  const after = segments.slice(last + 1);
  const own = resource === undefined ? [] : [nounOf(resource.name.split('.').at(-1) ?? '')];
  const tags = Array.isArray(node['tags']) ? node['tags'].map((tag) => nounOf(String(tag))) : [];
  // An operation under the path of a record belongs to that record, unless it uses another resource.
  const isOwn = own.length > 0 && after.length > 0;
  const things = isOwn ? after.slice(0, plan.does === 'act' ? -1 : undefined) : fixed;
  const nouns = new Set([...own, ...things.map(nounOf), ...(resource === undefined ? tags : [])]);
  const summary = String(node['summary'] ?? '');
  const named = `${operation.operationId} ${after.at(-1) ?? ''} ${summary}`;
  return {
    plan,
    nouns,
    around: new Set([...nouns, ...fixed.map(nounOf), ...tags]),
    words: new Set(splitWords(named).map(rootOf)),
    verbs: new Set(
      [operation.operationId, summary, plan.does === 'act' ? (after.at(-1) ?? '') : ''].map((each) =>
        rootOf(splitWords(each)[0] ?? ''),
      ),
    ),
    text: `${named} ${operation.path}`,
  };
}

function nounOf(phrase: string): string {
  return normalizeName(toSingular(phrase.trim()));
}

/** True if an operation does what a verb says, such as `read`, `approve` or `check in`. */
function doesVerb({ plan, words }: Deed, verb: string): boolean {
  const { does, operation } = plan;
  const isRead = operation.method === 'GET' || operation.method === 'HEAD';
  const kind = permissionVerbs.get(rootOf(verb));
  const parts = verb.split(' ');
  if (parts.length > 1 || kind === undefined)
    return !isRead && parts.every((part) => words.has(rootOf(part)) || words.has(`${part}s`));
  if (kind === 'all') return true;
  if (kind === 'read' || kind === 'list') return isRead || (verb === 'get' && does === 'answer');
  if (kind === 'write') return !isRead;
  if (kind === 'update') return does === 'update' || does === 'replace';
  return does === kind;
}
