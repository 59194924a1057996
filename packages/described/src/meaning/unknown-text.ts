import { stringifyJson } from '@understudy/contract';
import { drawLetters } from './formats.js';
import type { SchemaMember } from './member.js';
import { chooseTopic, createLabel, pickPhrase } from './name-rules.js';
import { samplePhrases } from './phrases.js';
import type { FakeSubject } from './subject.js';
import { toNumberPrefix } from './text-rules.js';

type Make = (subject: FakeSubject, member: SchemaMember) => unknown;

/** Texts whose name says only what form they have, by their last words. The first match counts. */
const conventions: readonly (readonly [RegExp, Make])[] = [
  [/(?:^| )(?:no|nr)$|number$/, (s, { words, owner }) => `${toNumberPrefix(words, owner)}-${s.fill('#####')}`],
  [/(?:^| )(?:status|state|phase|stage|result|outcome|response) code$/, pickPhrase('state')],
  [/(?:^| )(?:type|kind|class|category|mode) code$/, (s) => s.pick(samplePhrases.kind).toUpperCase()],
  [/(?:^| )code$/, (s, { words, owner }) => `${toNumberPrefix(words.replace(/ ?code$/, ''), owner)}-${s.fill('####')}`],
  [/ (?:by|from|to)$/, (s) => s.person.full],
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

/** The rule for a text whose name says nothing else: a flag as text, the form that it names, or a label of its noun. */
export function findConventionRule({ words }: SchemaMember, flag: (subject: FakeSubject) => boolean): Make {
  if (/^(?:is|has|was|can|should|allow) |(?:^| )\w+(?:bled|eted|ived|vated|uired|ished)$/.test(words))
    return (s) => String(flag(s));
  const own = conventions.find(([pattern]) => pattern.test(words))?.[1];
  return own ?? ((_s, { index }) => createLabel({ owner: words.split(' ').at(-1) ?? '', index }));
}
