import { splitWords } from '@understudy/model';
import { isNumber } from '../../prose/amounts.js';
import { caseCondition } from '../../prose/case-conditions.js';
import { splitsAt } from '../../prose/phrases.js';
import type { ProseReader } from '../../prose/prose-reader.js';
import { quotedText } from '../../prose/quotes.js';
import { heldRecord } from '../../prose/relation-forms.js';
import type { Many, One, Scope } from '../../prose/scope.js';
import { dot, memberIn, stateIn } from '../../prose/vocabulary.js';
import { denies } from '../../words/modality.js';
import { areSynonyms } from '../../words/synonyms.js';
import { splitClauses, turns, withCondition } from './consequence-clauses.js';
import { causeOf, withoutExceptions } from './consequence-conditions.js';
import { createdRecord } from './created-records.js';
import { furtherMembers } from './further-members.js';
import { numberChange, stockChange, takenOver } from './number-changes.js';
import { joiningRecords, otherRecords, plainState, quotedMember, withStates } from './other-records.js';
import { listedValue, type ReadConsequence } from './read-consequence.js';

const withValue = new RegExp(
  `^(.+?),? with (?:its |their |the |an? )?([\\w ]{1,40}?) (?:being |set to |of |reading |is |that (?:says|reads) )?(${quotedText})$`,
);
const inState =
  /^((?:the|its|an?|all) [a-z]+(?: [a-z]+)?) .*\b(?:with|in) (?:the )?(?:status|state) (?:of )?([a-z_]+)$/;

/** Reads what sentences say that an operation does to other records. */
export class ConsequenceReader {
  readonly #reader: ProseReader;
  readonly #scope: Scope;
  /** The thing that a pronoun of the next clause means. */
  #last: One | Many | undefined;
  #condition: string | undefined;
  /** True if the sentence before says when the operation is refused. */
  #isRefusal = false;
  /** The number that a clause before computes. */
  #amount: string | undefined;
  /** The words for the state that the clause before leads to. */
  #phrase: string | undefined;

  constructor(reader: ProseReader, scope: Scope) {
    this.#reader = reader;
    this.#scope = scope;
  }

  read(said: string): readonly ReadConsequence[] {
    return withoutExceptions(said).flatMap((each) => this.#read(each));
  }

  #read(said: string): readonly ReadConsequence[] {
    // "A boat in use cannot be deleted. Otherwise its trips are cancelled": a refused request does nothing anyway.
    const isAllowed = this.#isRefusal;
    this.#isRefusal = denies.test(said);
    // "The permits of the resident's vehicles"
    const owner = new RegExp(`\\b(?:the|this|that) (?:${this.#scope.kind.nouns.join('|')})'s `, 'g');
    const given = said.replace(owner, 'its ');
    const sentence = withCondition(given)
      .replace(/, (?:as|because|since|so that|meaning) .+$/, '')
      .replace(/^(?:after|with|upon|on|by|through) (?:an?|the|this) [a-z]+,? (?=(?:all|its|each|every|the) )/, '');
    const [, word, cause = '', main = sentence] =
      /^(if|when|where|in case|as soon as) (.+?), (?:then )?(.+)$/.exec(sentence) ?? [];
    let condition: string | undefined;
    let rest = main;
    if (word !== undefined && cause !== 'so') {
      condition = causeOf(this.#reader, this.#scope, cause);
      if (condition === undefined) {
        this.#condition = undefined;
        return [];
      }
      this.#condition = condition;
      this.#noteCause(cause);
    }
    // "Without a trial the first invoice is issued"
    const [, has = '', part = '', then = ''] = /^(with|without) (an? \w+) ((?:the|an?|no|its) .+)$/.exec(rest) ?? [];
    const ofPart = part === '' ? undefined : caseCondition(this.#reader, this.#scope, { word: has, cause: part });
    if (ofPart !== undefined) [condition, rest] = [ofPart, then];
    // "Sending `deceasedOn` records the death. All its visits are then cancelled."
    const [, sent] =
      /^(?:sending|setting|passing|giving|with) (?:an?other |an? |the )?(\w+) [a-z]+s /.exec(sentence) ?? [];
    const member = sent === undefined ? undefined : memberIn(this.#scope.kind, sent);
    if (member !== undefined) this.#condition = `has(${dot('body', member.name)})`;
    if (/ (?:is|are) then | then [a-z]+$/.test(rest)) condition ??= this.#condition;
    const [, question] = /\b(?:depends on|decides) whether (.+)$/.exec(sentence) ?? [];
    if (question !== undefined) {
      this.#condition = this.#reader.condition(question, this.#scope);
      this.#note(sentence.replace(/ (?:depends|decides) .*$/, ''));
      return [];
    }
    const otherwise = /^(?:otherwise|else),? (?:it .+?: )?(.+)$/.exec(rest);
    if (otherwise !== null) {
      if (this.#condition === undefined && !isAllowed) return [];
      if (this.#condition !== undefined) condition = `!(${this.#condition})`;
    }
    const [, granted] = /^so,? (?:then )?(.+)$/.exec(rest) ?? [];
    if (granted !== undefined && word === undefined) condition = this.#condition;
    const whole = otherwise?.[1] ?? granted ?? rest;
    const clauses = splitClauses(whole);
    const all: ReadConsequence[] = [];
    for (const [index, clause] of clauses.entries()) {
      // "… and its reason is fault" belongs to what changes before it.
      const before = all.at(-1);
      const more = before === undefined ? undefined : furtherMembers(this.#reader, this.#scope, { before, clause });
      if (before !== undefined && more !== undefined)
        all[all.length - 1] = { ...before, set: { ...before.set, ...more } };
      const found = more === undefined ? this.#clause(clause, index === 0) : undefined;
      if (found !== undefined) all.push(condition === undefined ? found : { ...found, if: condition });
    }
    return all;
  }

  /** "If a session is running there, it is stopped": the pronoun means the running session. */
  #noteCause(cause: string): void {
    const [, things = '', verb = '', phrase = ''] =
      /^(?:an?|any|some|one) (.+?) (is|are|was|has been) (.+?)(?: there| here| on it| at it)?$/.exec(cause) ?? [];
    const found = things === '' ? undefined : this.#reader.many(`${things} that ${verb} ${phrase}`, this.#scope);
    if (found !== undefined) this.#last = found;
  }

  #clause(said: string, isFirst: boolean): ReadConsequence | undefined {
    // "The cost is … It is added to what the member owes."
    const [, amount = ''] = /^(?:the|its) ([\w ]{1,40}?) (?:is|equals|amounts to|comes to) /.exec(said) ?? [];
    const named = amount === '' ? undefined : memberIn(this.#scope.kind, amount);
    if (named !== undefined && isNumber(named)) this.#amount = amount;
    const text =
      this.#amount === undefined
        ? said
        : said.replace(/^it (?=is (?:added|credited|taken|subtracted|deducted) )/, `the ${this.#amount} `);
    // "… with the cancel reason "out of stock""
    const [, main = '', name = '', value = ''] = withValue.exec(text) ?? [];
    const found = main === '' ? undefined : this.#clause(main, isFirst);
    const set = found && quotedMember(found.kind, name, value);
    if (found !== undefined && set !== undefined) return { ...found, set: { ...found.set, ...set } };
    // "Adds a line" is the operation itself.
    return (
      (isFirst && /^[a-z]+ (?:an?|one) /.test(text) ? undefined : createdRecord(this.#reader, this.#scope, text)) ??
      numberChange(this.#reader, this.#scope, text) ??
      takenOver(this.#reader, this.#scope, text) ??
      stockChange(this.#scope, text) ??
      this.#changed(text) ??
      this.#acted(text)
    );
  }

  /** "its status becomes on loan", "all its paid orders are refunded", "becomes occupied". */
  #changed(text: string): ReadConsequence | undefined {
    const bare = new RegExp(`^${turns} (.+)$`).exec(text);
    if (bare !== null && this.#last !== undefined) return this.#toState(this.#last, bare[1] ?? '');
    const [, same] = /^(?:so (?:does|do|is|are)|the same (?:goes|applies) (?:for|to)) (.+)$/.exec(text) ?? [];
    const thing = same === undefined ? undefined : this.#thing(same);
    if (thing !== undefined && this.#phrase !== undefined) return this.#toState(thing, this.#phrase);
    for (const [said, phrase] of splitsAt(text, turns)) {
      this.#phrase = phrase;
      const subject = withStates(this.#reader, this.#scope, said);
      const own = /^(?:its|their) (?:status|state)$/.test(subject) ? this.#last : undefined;
      const thing = own ?? this.#thing(subject.replace(/^the (?:status|state) of /, '')) ?? this.#leading(subject);
      if (thing === undefined) continue;
      this.#last = thing;
      const found = this.#toState(thing, phrase);
      if (found !== undefined) return found;
    }
    // "Marks the booking as attended and" the room as occupied
    const [, also = '', reached = ''] = /^((?:the|its|their|all) .+) as (?:the )?([a-z_ -]+)$/.exec(text) ?? [];
    const beside = also === '' ? undefined : this.#thing(also);
    const marked = beside && this.#toState(beside, reached);
    if (marked !== undefined) return marked;
    // "Its prescriptions end"
    const [, many = '', verb = ''] =
      /^((?:all )?(?:its|their|the|all) [a-z ]+s) (end|close|expire|lapse|stop|start)$/.exec(text) ?? [];
    const ending = many === '' ? undefined : this.#thing(many);
    const ended = ending && this.#toState(ending, verb);
    if (ended !== undefined) return ended;
    // "The copy is set aside with status `on_hold`"
    const [, subject = '', state = ''] = inState.exec(text) ?? [];
    const set =
      subject === '' ? undefined : (this.#thing(subject) ?? this.#thing(subject.split(' ').slice(0, 2).join(' ')));
    const found = set && this.#toState(set, state);
    if (found !== undefined) return found;
    this.#note(text);
    return undefined;
  }

  /** The subject of a clause with two verbs: "the copy goes back to the shelf and" is available. */
  #leading(text: string): One | Many | undefined {
    const [, subject] = /^((?:the|its|their|an?|all|this) (?:\w+ )?\w+) \w+s .* and$/.exec(text) ?? [];
    return subject === undefined ? undefined : this.#thing(subject);
  }

  /** Remembers what a clause that changes nothing is about. */
  #note(text: string): void {
    const [, subject] = /^((?:the|its|an?) [a-z]+) (?:must|has to|needs to|can|is|are|has|gets) /.exec(text) ?? [];
    const leading = subject === undefined ? undefined : this.#thing(subject);
    if (leading !== undefined && leading.expression !== this.#scope.variable) this.#last = leading;
    for (const [subject] of splitsAt(` ${text} `, '(?:leaves|goes|is|moves|comes|stays|charging on|of|to)')) {
      const thing = this.#thing(subject.trim());
      if (thing !== undefined && thing.expression !== this.#scope.variable) this.#last = thing;
    }
    const [, object] = /^[a-z]+ (?:[a-z]+ )?(?:on |for |of |at )?((?:an?|the|its) .+)$/.exec(text) ?? [];
    const words = object?.replace(/^an? /, 'the ').split(' ') ?? [];
    const thing =
      object === undefined
        ? undefined
        : (this.#thing(object.replace(/^an? (?:[a-z]+ )?(?=[a-z]+$)/, 'the ')) ??
          this.#reader.one(words.slice(0, 2).join(' '), this.#scope) ??
          this.#reader.one(`the ${words.slice(1, 3).join(' ')}`, this.#scope) ??
          this.#reader.one(`the ${words[2] ?? ''}`, this.#scope));
    if (thing !== undefined && thing.expression !== this.#scope.variable) this.#last = thing;
  }

  /** "closes its open alert", "sets its connector free", "marks both the loan and the copy as lost". */
  #acted(text: string): ReadConsequence | undefined {
    const [, verb = '', object = ''] =
      /^(?:(?:a|an|the|this|it) (?:[a-z]+ )?)?(?:also |then |and )?([a-z]+(?:es|s)) (?:both )?(.+)$/.exec(text) ?? [];
    if (verb === '') return undefined;
    const [, marked = '', as = ''] =
      /^(.{1,300}?) (?:as|to|back to|into) (?:the |a )?(?:status |state )?([a-z_ -]+)$/.exec(object) ?? [];
    for (const part of marked === '' ? [] : marked.split(/,? (?:and|&) /)) {
      const thing = this.#thing(part.replace(/^the (?:status|state) of /, ''));
      const found =
        thing === undefined || thing.expression === this.#scope.variable
          ? undefined
          : this.#toState(thing, as.replace(/^back to /, ''));
      if (found !== undefined) return found;
    }
    const [, beside] = / (?:together with|along with|and with (?:it|them)|as well as) (.+)$/.exec(object) ?? [];
    const further = beside === undefined ? undefined : this.#thing(beside);
    if (further !== undefined && further.expression !== this.#scope.variable) return this.#toState(further, verb);
    const joined = joiningRecords(this.#scope, object);
    const parted = joined && this.#toState(joined, verb);
    if (parted !== undefined) return parted;
    const [, freed = '', state = ''] = /^(.+) ([a-z]+)$/.exec(object) ?? [];
    const set =
      marked === '' && /^(?:sets?|makes?|puts?|leaves?|marks?|turns?)$/.test(verb) ? this.#thing(freed) : undefined;
    if (set !== undefined && set.expression !== this.#scope.variable) return this.#toState(set, state);
    const thing = this.#thing(object);
    if (thing === undefined || thing.expression === this.#scope.variable) return undefined;
    this.#last = thing;
    return this.#toState(thing, verb);
  }

  #thing(text: string): One | Many | undefined {
    if (/^(?:it|they|them)$/.test(text)) return this.#last;
    const [, quantity = '', owner = '', things = ''] =
      /^((?:all |any |every |each )?)(?:(?:of )?(the|its|their) )?other (.+)$/.exec(text) ?? [];
    if (things !== '')
      return otherRecords(this.#reader, this.#scope, { text: `${quantity}${things}`, owner, last: this.#last });
    const [, held = '', how = ''] =
      /^(?:any|all) ([a-z]+s) (?:that )?(?:it|they|the [a-z]+) (?:still )?(?:has|had|have) (?:as |in )?([a-z_ ]+)$/.exec(
        text,
      ) ?? [];
    if (held !== '') return this.#thing(`its ${how} ${held}`);
    const last = this.#reader.one(text, this.#scope) === undefined ? this.#last : undefined;
    if (
      last !== undefined &&
      /\.filter\(/.test(last.expression) &&
      last.kind.nouns.includes(text.replace(/^(?:the|that|this) /, ''))
    )
      return last;
    const owned = this.#reader.many(text, this.#scope);
    if (
      /^(?:every|each) |^(?:all|any|its|their|the) .*s\b|^(?:[a-z_]+(?:,| and| or) ){0,4}[a-z]+ed [a-z]+s\b|^(?:[a-z_]+(?:,| and| or) ){1,4}[a-z_]+ [a-z]+s\b/.test(
        text,
      ) &&
      owned !== undefined
    )
      return owned;
    return this.#reader.one(text, this.#scope) ?? owned ?? heldRecord(text, this.#scope);
  }

  #toState({ expression, kind }: One | Many, phrase: string): ReadConsequence | undefined {
    const isOther = expression.endsWith('.first()') || expression.includes('.filter(one, ');
    if ((kind === this.#scope.kind && !isOther) || kind.resource === undefined) return undefined;
    // "stopped with its reason set to fault"
    const [, before, name = '', value = ''] = /^(.+?) with (?:its |the )?(\w+) (?:set to|of) (\w+)$/.exec(phrase) ?? [];
    const member = before === undefined ? undefined : memberIn(kind, name);
    const inner = before === undefined ? undefined : this.#toState({ expression, kind }, before);
    if (inner !== undefined && member !== undefined)
      return { ...inner, set: { ...inner.set, [member.name]: listedValue(member, value) } };
    const words = plainState(phrase);
    const state = stateIn(kind, words) ?? stateIn(kind, words.replace(/ (?:up|off|out|away)$/, ''));
    if (state !== undefined)
      return state.member === kind.stateMember
        ? { kind, each: expression, to: state.value }
        : { kind, each: expression, set: { [state.member]: state.value } };
    const flags = [...kind.members.values()].filter(
      ({ name, schema }) => schema.types[0] === 'boolean' && areSynonyms(splitWords(name).join(' '), words),
    );
    const [flag] = flags;
    return flag === undefined || flags.length > 1 ? undefined : { kind, each: expression, set: { [flag.name]: true } };
  }
}
