import { isJsonNumber } from '@understudy/contract';
import {
  type FlatSchema,
  formatMemberInstant,
  listDescribedValues,
  normalizeName,
  remember,
  rememberSome,
  splitWords,
} from '@understudy/model';
import { chooseInitialState, stateNamePattern } from './choose-initial-state.js';
import { drawLetters, formatGenerators } from './formats.js';
import { hasFormat } from './has-format.js';
import { matches } from './match-pattern.js';
import type { SchemaMember } from './member.js';
import { chooseTopic } from './name-rules.js';
import { findNamedNumberRule, findNumberRule, isWhole } from './number-rules.js';
import { generatePatternText } from './pattern-text.js';
import { productNumber, samplePhrases } from './phrases.js';
import { listResourceParts } from './resource-name.js';
import type { FakeSubject } from './subject.js';
import { findTextRule } from './text-rules.js';
import { isUnixTime } from './time-values.js';
import { findConventionRule } from './unknown-text.js';

type Rule = (subject: FakeSubject, member: SchemaMember) => unknown;

const day = 86_400_000;
/** Members that contain the date of a bill. */
const billed =
  /^(?:issue|invoice|billing|bill) (?:date|day)$|^(?:issued|invoiced|billed) (?:at|on)$|^date (?:issued|invoiced|billed)$/;

/** Cached rules of members, by schema and surrounding names. */
const resolved = new WeakMap<FlatSchema, Map<string, Rule>>();
/** Maximum number of cached rules for a schema that many members share. */
const mostRules = 200;

/** Generates a meaningful string, number or boolean. */
export function generateScalar(subject: FakeSubject, member: SchemaMember): unknown {
  const rules = remember(resolved, member.flat, () => new Map<string, Rule>());
  const rule = rememberSome(rules, `${member.owner}.${member.name}`, mostRules, () => ruleOf(member));
  return rule(subject, member);
}

function ruleOf(member: SchemaMember): Rule {
  const { flat, words } = member;
  const { keywords, types } = flat;
  if ('const' in keywords) return () => keywords['const'];
  const type = types[0] ?? 'string';
  const isNumber = type === 'integer' || type === 'number';
  const made = ruleByMeaning(member, type);
  const { enum: allowed } = keywords;
  if (Array.isArray(allowed)) return enumRule(allowed, made, stateNamePattern.test(normalizeName(words)));
  const example = exampleRule(member, type, made.isSure);
  const rule: Rule = (s, m) => example?.(s, m) ?? made.make(s, m);
  if (isNumber) return (s, m) => fittingNumber(Number(rule(s, m)), keywords, isWhole(flat), s);
  return type === 'string' ? (s, m) => fittingText(rule(s, m), m, s) : rule;
}

/** A rule, and whether the name or format determines the value. */
interface Meant {
  readonly make: Rule;
  readonly isSure: boolean;
}

function ruleByMeaning(member: SchemaMember, type: string): Meant {
  const { flat, words } = member;
  const { format, description } = flat.keywords;
  const instant: Rule = (s) => {
    const at = dateOf(member, s);
    // Some descriptions misspell the format date-time.
    return (
      formatMemberInstant(flat, words, at) ?? (/^date_?time$/i.test(String(format)) ? at.toISOString() : undefined)
    );
  };
  if (type === 'boolean') return { make: (s) => flag(words, s), isSure: true };
  if (type !== 'string') {
    if (isUnixTime(flat, words)) return { make: instant, isSure: true };
    return { make: findNumberRule(member), isSure: true };
  }
  if (format === 'date-time' || format === 'date') return { make: instant, isSure: true };
  const byFormat = formatGenerators[String(format)];
  if (byFormat !== undefined) return { make: (s) => byFormat(s, member.name), isSure: true };
  const isUrl = /^(?:uri|url|iri)$/.test(String(format));
  // An ISO 8601 instant has 24 characters.
  const isFree = flat.keywords['pattern'] === undefined && Number(flat.keywords['maxLength'] ?? 24) >= 24;
  const isTime = isInstantName(words) && (isFree || format !== undefined) && words !== 'time';
  if (isTime && !isUrl) return { make: instant, isSure: true };
  if (member.isKey) return { make: (s) => idOf(words, flat, s), isSure: false };
  const own = findTextRule(
    isUrl ? { ...member, words: /(?:ur[il]|href|link)$/.test(words) ? words : `${words} url` } : member,
  );
  if (own !== undefined) return { make: own, isSure: true };
  if (/(?:^| )(?:id|sid|uid|key|identifier)s?$/.test(words))
    return { make: (s) => idOf(words, flat, s), isSure: false };
  const shown = shownIn(description);
  if (shown !== undefined) return { make: () => shown, isSure: false };
  if (/(?:amount|price|cost|total|balance|fee|rate|subtotal)$/.test(words))
    return { make: (s) => s.money.toFixed(2), isSure: true };
  const described = listDescribedValues(description);
  if (described.length > 1) return { make: (s) => s.pick(described), isSure: false };
  const count = findNamedNumberRule(words);
  if (count !== undefined) return { make: (s, m) => String(count(s, m)), isSure: false };
  return { make: findConventionRule(member, (s) => flag(words, s)), isSure: false };
}

/** Returns the example that a description text contains. */
function shownIn(description: unknown): string | undefined {
  const text = String(description ?? '').slice(0, 500);
  const example = /(?:\be\.g\.,?|for example,?|\bexample:|\bsuch as:?) *[`"'‘“]([^`"'’”\n]{2,60})[`"'’”]/i;
  return example.exec(text)?.[1];
}

/**
 * A plausible date: birth dates are decades ago, bills are due some weeks after their date, activity is recent, and all
 * other dates lie within the history of the object.
 */
function dateOf({ words, siblings }: SchemaMember, s: FakeSubject): Date {
  if (s.facts.isOld && /^(?:payment )?due(?:\b|date)/.test(words) && [...siblings].some((each) => billed.test(each)))
    return new Date(s.at(0).getTime() + s.once('term', () => s.pick([14, 30])) * day);
  if (s.facts.isOld && /^last (?:log ?in|sign ?in|seen|active|access)/.test(words)) return s.lately;
  if (!/birth|\bdob\b|born/.test(words)) return s.at(inferStage(words));
  return new Date(s.facts.now.getTime() - s.whole(20 * 365, 62 * 365) * day);
}

/** An id such as `cust_8fk2...` for a customer, with the length that the schema requires. */
function idOf(words: string, { keywords }: FlatSchema, s: FakeSubject): string {
  const [owner = ''] = words
    .split(' ')
    .filter((word) => !/^(?:id|sid|uid|key|identifier)s?$/.test(word))
    .slice(-1);
  const [least, most] = [Number(keywords['minLength'] ?? 0), Number(keywords['maxLength'] ?? 100)];
  const prefix = owner === '' || most < 19 ? '' : `${owner.slice(0, 4)}_`;
  const length = Math.max(Math.min(14, most), Math.min(least, 200) - prefix.length);
  return prefix + drawLetters(s, 'abcdefghjkmnpqrstuvwxyz23456789', length);
}

const positive =
  /activ|enabl|open|avail|valid|visib|success|verif|public|confirm|approv|subscrib|member|ok$|paid|accept|live|current|primary|default/;
const negative =
  /delet|archiv|test|block|lock|hidd|deprecat|disabl|suspend|ban|dispute|refund|error|fail|cancel|draft|private|truncat|more|spam|internal|admin|closed|expired|trashed|fork|live ?mode/;

function flag(words: string, s: FakeSubject): boolean {
  if (negative.test(words)) return s.facts.isOld && s.whole(1, 12) === 1 && !/mode|more|truncat|delet/.test(words);
  if (positive.test(words)) return !s.facts.isOld || s.whole(1, 12) !== 1;
  return s.whole(0, 1) === 1;
}

/**
 * Responses use the example or the default. Records cycle through the states. Otherwise, the enum value that matches
 * the meaning of the name is used, if there is one.
 */
function enumRule(all: readonly unknown[], { make, isSure }: Meant, isState: boolean): Rule {
  const allowed = all.filter((each) => each !== null);
  if (allowed.length === 0) return () => null;
  return (s, member) => {
    const { examples, default: usual } = member.flat.keywords;
    const shown = [...(Array.isArray(examples) ? examples : []), usual].find((each) => allowed.includes(each));
    if (shown !== undefined && !s.facts.isOld) return shown;
    if (isState && !s.facts.isOld) return chooseInitialState(all)();
    if (isState) return allowed[member.index % allowed.length];
    if (/(?:^| )currency(?: code)?$/.test(member.words)) s.payIn(allowed);
    const meant = isSure ? String(make(s, member)).toLowerCase() : '';
    return allowed.find((each) => String(each).toLowerCase() === meant) ?? s.pick(allowed);
  };
}

/** Placeholder examples. Records get generated values instead. */
const stock =
  /^(?:string|text|example|sample|foo|bar|<.*>)$|\bj(?:ohn|ane)[ ._]?(?:doe|smith)|^(?:my|your)[_ -]?(?=[a-z])|12345/i;

/**
 * Examples take precedence. Responses always use one. Records use each example once, or repeatedly if the member name
 * has no known meaning. If it has one, records ignore placeholder examples.
 */
function exampleRule({ flat: { keywords }, name }: SchemaMember, type: string, isSure: boolean): Rule | undefined {
  const { examples, default: usual } = keywords;
  const wanted = type === 'integer' ? 'number' : type;
  const isFitting = (each: unknown) =>
    typeof each === wanted && hasFormat(keywords, each) && normalizeName(String(each)) !== normalizeName(name);
  const shown: unknown[] = (Array.isArray(examples) ? examples : []).filter(isFitting);
  if (shown.length === 0) return isFitting(usual) ? ({ facts: { isOld } }) => (isOld ? undefined : usual) : undefined;
  const own = isSure ? shown.filter((each) => !stock.test(String(each))) : shown;
  return ({ facts: { isOld } }, { index }) => {
    if (!isOld) return shown[0];
    return index < own.length || !isSure ? own[index % own.length] : undefined;
  };
}

function fittingNumber(value: number, keywords: FlatSchema['keywords'], isInteger: boolean, s: FakeSubject): number {
  const bound = (name: string, inside: number) =>
    isJsonNumber(keywords[name]) ? Number(keywords[name]) + inside : undefined;
  const gap = isInteger ? 1 : 0.01;
  const least = bound('exclusiveMinimum', gap) ?? bound('minimum', 0) ?? Number.NEGATIVE_INFINITY;
  const most = bound('exclusiveMaximum', -gap) ?? bound('maximum', 0) ?? Number.POSITIVE_INFINITY;
  let fitting = Number.isFinite(value) ? value : 0;
  if (fitting < least)
    fitting = Math.min(most, least + (Number.isFinite(most) ? s.facts.random() * (most - least) : fitting));
  else if (fitting > most)
    fitting = Math.max(least, Number.isFinite(least) ? least + s.facts.random() * (most - least) : most);
  if (isInteger) fitting = Math.round(fitting);
  else if (fitting !== value) fitting = Number(fitting.toFixed(2));
  const step = Number(keywords['multipleOf'] ?? 0);
  if (step > 0 && !Number.isInteger(fitting / step))
    fitting = Number((Math.ceil(Math.max(fitting, least) / step) * step).toPrecision(12));
  return Math.min(Math.max(fitting, least), most);
}

function isLong({ length }: string, least: unknown, most: unknown): boolean {
  return length >= Number(least ?? 0) && length <= Number(most ?? length);
}

const ofProduct = new RegExp(`^(?:.* )?(?:${productNumber})$`);

function fittingText(
  value: unknown,
  { flat, words: name, owner, index, siblings }: SchemaMember,
  s: FakeSubject,
): unknown {
  if (typeof value === 'object' || value === undefined) return value;
  let text = String(value);
  const { pattern, minLength, maxLength } = flat.keywords;
  if (typeof pattern === 'string' && !(matches(pattern, text) && isLong(text, minLength, maxLength))) {
    const noun = owner.split(' ').at(-1) ?? '';
    const parts = text.startsWith('arn:') ? [] : splitWords(text);
    const joined = ['-', '_', ''].map((joint) => parts.join(joint));
    const pascal = parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
    const words = [...joined, pascal, ...(/region/.test(name) ? samplePhrases.region : []), chooseTopic(index), noun];
    const wordsAfter = (before: string) => listResourceParts(s, before, { words: name, owner, index });
    const bounds = { minLength, maxLength };
    const { random } = (s.sold !== undefined && siblings.has('quantity') && ofProduct.test(name) ? s.asSold : s).facts;
    return generatePatternText(pattern, { random, words, wordsAfter, ...bounds }) ?? text;
  }
  if (typeof maxLength === 'number' && text.length > maxLength) {
    // The end of a number such as `INV-2026-00042` distinguishes records.
    if (/^\S{0,100}[-_/]\w{0,40}\d$/.test(text)) {
      const parts = text.split(/(?<=[-_/])/);
      while (parts.length > 1 && parts.join('').length > maxLength) parts.shift();
      text = parts.join('');
    }
    const cut = text.slice(0, maxLength);
    text = maxLength > 12 ? cut.replace(/[\s.,-]+\S*$/, '') || cut : cut;
  }
  const least = Math.min(Number(minLength ?? 0), 10_000);
  while (text.length < least)
    text = /\s/.test(text)
      ? `${text} ${s.pick(samplePhrases.description)}`
      : text + drawLetters(s, 'abcdefghjkmnpqrstuvwxyz23456789', least - text.length);
  return typeof maxLength === 'number' ? text.slice(0, Math.max(maxLength, 0)) : text;
}

/** The stages of a history, by words in the member name. The first match applies. See `Subject.at`. */
const stages: readonly (readonly [RegExp, number])[] = [
  [
    /expir|valid (?:until|to)|\bdue\b|deadline|next|renew|until|scheduled|planned|estimated|eta\b|notafter|not after/,
    2,
  ],
  [/(?:period|current|trial|subscription|contract|term) (?:end|ends|until)/, 2],
  [/(?:period|current|trial|valid|effective|not) ?(?:start|starts|from|before)/, 0],
  [/updated?|modified|modification|chang|edit|last|latest|seen|access|sync|pushed|refresh/, 1],
  [/deliver|complet|finish|clos|\bend|ended|resolv|cancel|refund|fail|delet|archiv|stop|return|revok/, 0.9],
  [/ship|paid|captur|process|dispatch|pick|settl|transit|charged|posted/, 0.6],
  [/start|begin|began|confirm|approv|accept|authori|sent|publish|activ|assign|effective|verif|review/, 0.3],
  [/creat|insert|regist|add|submit|open|order|placed|issu|join|request|upload|receiv|hire|purchas|signed|book/, 0],
];

/** Final words of names of members that contain an instant. */
const instants =
  /(?:^| )(?:created|updated|modified|started|ended|timestamp|time|date|datetime|at|on|since|until|deadline|due|expires|expiry|expiration|(?:period )?(?:start|end)|birth|birthdate|dob|ts|(?:check|clock|sign|log|punch)(?:ed)? (?:in|out))$/;

/** Words for durations and the like, which are not instants. */
const spans =
  /(?:response|process\w{0,9}|wait|run|lead|total|elapsed|cpu|prep\w{0,9}|cook\w{0,9}|delivery|life|cycle|up|down) time$|time$(?<=mean time|average time)/;

function isInstantName(words: string): boolean {
  return instants.test(words) && !spans.test(words);
}

/** Returns the stage of an instant within a history. */
function inferStage(words: string): number {
  return stages.find(([pattern]) => pattern.test(words))?.[1] ?? 0;
}
