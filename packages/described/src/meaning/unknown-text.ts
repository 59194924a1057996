import { stringifyJson } from '@understudy/contract';
import { drawLetters } from './formats.js';
import { generateDescription } from './generate-description.js';
import type { SchemaMember } from './member.js';
import { chooseTopic, pickPhrase } from './name-rules.js';
import { samplePhrases } from './phrases.js';
import type { FakeSubject } from './subject.js';
import { findTextRule, toAddress, toNumberPrefix } from './text-rules.js';

type Make = (subject: FakeSubject, member: SchemaMember) => unknown;

/** Strings whose name only determines their format, by the last words of the name. The first match applies. */
const conventions: readonly (readonly [RegExp, Make])[] = [
  [/(?:^| )(?:no|nr)$|number$/, (s, { words, owner }) => `${toNumberPrefix(words, owner)}-${s.fill('#####')}`],
  [/(?:^| )(?:status|state|phase|stage|result|outcome|response) code$/, pickPhrase('state')],
  [/(?:^| )(?:type|kind|class|category|mode) code$/, (s) => s.pick(samplePhrases.kind).toUpperCase()],
  [/(?:^| )code$/, (s, { words, owner }) => `${toNumberPrefix(words.replace(/ ?code$/, ''), owner)}-${s.fill('####')}`],
  [/(?:^| )(?:by|from|to)$/, (s) => s.person.full],
  [/(?:^| )(?:error|exception|stack ?trace|warnings?)$/, () => ''],
  [/(?:^| )(?:source|origin|medium)$/, (s) => s.pick(['web', 'import', 'mobile', 'api'])],
  [/(?:^| )(?:referr?er|endpoint|callback|hook|(?:next|prev|previous|first|last|self|base)(?: page)?)$/, toAddress],
  [/(?:^| )(?:details?|desc|information|extra|guidance|hint)$/, (s, member) => generateDescription(s, member, true)],
  [/(?:^| )(?:msg|str|string|raw|question|terms)$/, (s, member) => s.turn(samplePhrases.message, member)],
  [/(?:^| )(?:html|xml)$/, (s, member) => `<p>${s.turn(samplePhrases.message, member)}</p>`],
  [/(?:^| )(?:sub ?title|heading)$/, (s, member) => s.turn(samplePhrases.title, member)],
  [/(?:^| )(?:provider|issuer|authority|agency|gateway)$/, (s) => s.company.name],
  [/(?:^| )(?:platform|os|operating system|runtime)$/, (s) => s.pick(['Linux', 'Windows', 'macOS', 'Android'])],
  [/(?:^| )(?:fields?|columns?|attribute|property|param(?:eter)?)$/, (s) => s.pick(['name', 'status', 'email'])],
  [/(?:^| )(?:result|outcome|resolution)$/, pickPhrase('outcome')],
  [/(?:^| )(?:service|target|destination|resource|engine)$/, pickPhrase('repository')],
  [/(?:^| )licen[cs]e$/, (s) => s.pick(['MIT', 'Apache-2.0', 'CC-BY-4.0'])],
  [/(?:^| )(?:rel)$/, () => 'self'],
  [/(?:^| )protocol$/, () => 'https'],
  [/(?:^| )(?:encoding|charset)$/, () => 'utf-8'],
  [/(?:^| )algorithm$/, () => 'SHA-256'],
  [/(?:^| )direction$/, (s) => s.pick(['inbound', 'outbound'])],
  [/(?:^| )(?:pattern|regex|regexp|mask)$/, () => '^[A-Z]{3}-\\d+$'],
  [/(?:^| )(?:action|operation|op|command)$/, (s) => s.pick(['create', 'update', 'view'])],
  [/(?:^| )(?:ext|suffix)$/, (s) => s.fill('##')],
  [
    /(?:^| )(?:meta ?data|meta|payload|config(?:uration)?|settings|options|parameters|attributes|properties|context|data|json)$/,
    (_s, { index }) => stringifyJson({ source: 'import', topic: chooseTopic(index) }),
  ],
  [/(?:^| )(?:mode|strategy|method)$/, pickPhrase('mode')],
  [/(?:^| )format$/, pickPhrase('format')],
  [/(?:^| )visibility$/, pickPhrase('visibility')],
  [/(?:^| )(?:type|kind|class|variant|style|scheme|preset|classification)$/, pickPhrase('kind')],
  [/(?:^| )(?:path|directory|key ?space)$/, (s, { index }) => `${chooseTopic(index)}/${s.facts.now.getUTCFullYear()}/`],
  [/(?:^| )(?:separator|delimiter)$/, () => ','],
  [/(?:^| )value$/, (s) => s.fill('###')],
  [
    /(?:^| )(?:expand|fields|includes?|columns)$/,
    (_s, { siblings }) => [...siblings].slice(0, 2).join(',').replaceAll(' ', '_'),
  ],
  [/(?:^| )prefix$/, (_s, { words, owner }) => `${toNumberPrefix(words.replace(/ ?prefix$/, ''), owner)}-`],
  [/(?:^| )(?:expression|query|filter|condition|formula)$/, () => 'status = "active"'],
  [/(?:^| )(?:cron|schedule)$/, (s) => `${s.whole(0, 5) * 10} ${s.whole(5, 20)} * * *`],
  [/(?:^| )(?:initials|symbol|ticker|abbreviation)$/, (s) => drawLetters(s, 'ABCDEFGHKLMNPRST', 3)],
];

/** Words that can be combined with most nouns. */
const commonWords: readonly string[] = samplePhrases.kind;

/**
 * The rule for a string with no other known name: a flag as a string, the format that the name implies, the meaning of
 * its last words, digits for an abbreviation, or a common word.
 */
export function findConventionRule(member: SchemaMember, flag: (subject: FakeSubject) => boolean): Make {
  const { words, owner } = member;
  if (/^(?:is|has|was|can|should|allow) |(?:^| )\w+(?:bled|eted|ived|vated|uired|ished)$/.test(words))
    return (s) => String(flag(s));
  if (/(?:^| )name$/.test(owner) && /^(?:first|given|last|family|middle)$/.test(words))
    return findTextRule({ ...member, words: `${words} name` }) ?? ((s) => s.person.first);
  // `extraPhone2` is treated as an extra phone.
  const plain = words.replace(/ \d+$/, '');
  const parts = plain.split(' ');
  const ends = parts.map((_part, at) => parts.slice(at).join(' ')).filter((end) => end !== words);
  const own =
    conventions.find(([pattern]) => pattern.test(plain))?.[1] ??
    ends.flatMap((end) => findTextRule({ ...member, words: end }) ?? [])[0];
  if (own !== undefined) return own;
  if (/(?:^| )[b-df-hj-np-tv-z\d]{2,6}$/.test(plain)) return (s) => s.fill('########');
  const others = commonWords.filter((each) => !parts.includes(each));
  return (s, each) => s.turn(others, each);
}
