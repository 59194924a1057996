import { rememberSome } from '@understudy/model';
import type { SchemaMember } from './member.js';
import { sampleFileTypes, samplePhrases } from './phrases.js';
import type { FakeSubject } from './subject.js';

/** The object that has a name, and its index in a list. */
type Owned = Pick<SchemaMember, 'owner' | 'index'>;
type MakeName = (subject: FakeSubject, owned: Owned) => unknown;

export const pickPhrase =
  (topic: keyof typeof samplePhrases): ((subject: FakeSubject) => string) =>
  (s) =>
    s.pick<string>(samplePhrases[topic]);

export const pickFile = (s: FakeSubject) =>
  s.once('file', () => {
    const [type, ending, names] = s.pick(sampleFileTypes);
    return { type, ending, name: `${s.pick<string>(names)}-${s.facts.now.getUTCFullYear()}.${ending}` };
  });

/** Name generators by the words of the object. */
const rows: readonly (readonly [string, MakeName])[] = [
  ['pet|dog|cat|puppy|kitten', (s) => s.faker?.animal.petName()],
  ['animal|species|breed', (s) => s.faker?.animal.type()],
  ['product|item|sku|article|variant|good|offer|listing', (s) => s.product.name],
  ['category|department|aisle', pickPhrase('category')],
  ['tag|label|keyword|topic', pickPhrase('tag')],
  ['project|initiative|campaign|portfolio', pickPhrase('project')],
  ['team|group|division|unit|segment|audience', pickPhrase('group')],
  ['role|permission|scope', pickPhrase('role')],
  ['plan|tier|package|subscription|membership|product plan', pickPhrase('plan')],
  ['channel|room|conversation|chat', pickPhrase('channel')],
  ['repo|repository|module|library', pickPhrase('repository')],
  ['event|meeting|session|appointment|webinar', pickPhrase('event')],
  ['task|issue|ticket|todo|card|story|bug', pickPhrase('task')],
  ['book|novel', (s) => s.faker?.book.title()],
  ['author|artist|band|musician', (s) => s.person.full],
  ['song|track|single', (s) => s.faker?.music.songName()],
  ['album', (s) => s.faker?.music.album()],
  ['genre', (s) => s.faker?.music.genre()],
  ['car|vehicle|truck', (s) => s.faker?.vehicle.vehicle()],
  ['dish|recipe|meal|menu|menu item|food', (s) => s.faker?.food.dish()],
  ['ingredient', (s) => s.faker?.food.ingredient()],
  ['colou?r', (s) => s.faker?.color.human()],
  ['country', (s) => s.city.country],
  [
    'city|town|place|location|venue|store|branch|office|site|warehouse|stop|station',
    (s) => `${s.city.city} ${s.pick(['Central', 'North', 'South', 'Harbour'])}`,
  ],
  ['airport', (s) => s.faker?.airline.airport().name],
  ['airline|carrier', (s) => s.faker?.airline.airline().name],
  ['bank', (s) => `${s.pick(['First', 'Nordic', 'Union', 'City'])} Bank`],
  ['file|document|attachment|upload|image|photo|asset|media', (s) => pickFile(s).name],
  [
    'server|host|node|instance|machine|droplet|vm|cluster|volume|disk|database|container|pod|device|sensor',
    (s) => `${s.pick(['web', 'db', 'cache', 'worker', 'edge'])}-${String(s.whole(1, 24)).padStart(2, '0')}`,
  ],
  ['environment|stage|branch|namespace', (s) => s.pick(['production', 'staging', 'development', 'preview', 'testing'])],
  ['region|zone', (s) => s.pick(samplePhrases.region)],
  ['bucket|queue|topic', (_s, owned) => createLabel(owned).toLowerCase().replaceAll(' ', '-')],
  [
    'key|token|secret|credential|application|app|integration|webhook|hook|endpoint|client',
    (s) => s.pick(['Website', 'Mobile app', 'Reporting', 'Warehouse sync', 'Accounting']),
  ],
  [
    'company|customer company|organi[sz]ation|org|business|vendor|supplier|merchant|account|workspace|tenant|employer|manufacturer|brand|publisher|shop|seller|insurer',
    (s) => s.company.name,
  ],
  [
    '(?:.* )?(?:user|customer|person|people|contact|employee|member|owner|assignee|reporter|creator|patient|student|teacher|driver|passenger|guest|sender|recipient|manager|doctor|actor|candidate|applicant|lead|signer|shipping|billing|address|payer|attendee|participant|client|follower|buyer|agent|operator|resident|tenant|beneficiary)',
    (s) => s.person.full,
  ],
  ['.*(?:link ?type|relation ?type)', pickPhrase('relation')],
  ['currency', (s) => s.city.currency],
  ['page|article|post|playlist|album', pickPhrase('title')],
  [
    'dashboard|board|view|report|list|folder|survey|form|template|pipeline|workflow|job|rule|policy|schedule|catalog|feed',
    (_s, owned) => createLabel(owned),
  ],
];

const compiled = rows.map(([words, make]) => [new RegExp(`(?:^| )(?:${words})$`), make] as const);

/** Finds the name rule for an object described by these words. Undefined if the words fit any object. */
export function findNameRule(owner: string): MakeName | undefined {
  return rememberSome(ruleByOwner, owner, 5000, () => compiled.find(([pattern]) => pattern.test(owner))?.[1]);
}

const ruleByOwner = new Map<string, MakeName | undefined>();

/** Returns whether the words of an object determine its kind of name. */
export function hasDescriptiveOwner(owner: string): boolean {
  return findNameRule(owner) !== undefined;
}

const { topic: topics } = samplePhrases;

/** The topic of an object. Objects in a list have different topics. */
export function chooseTopic(index: number): string {
  const round = Math.floor(index / topics.length);
  return `${topics[index % topics.length]}${round === 0 ? '' : ` ${round + 1}`}`;
}

const lastNoun =
  /(?:scheme|profile|rule|definition|group|type|policy|template|set|list|job|order|code|link|event|request|config|network|service|association|instance|connector|domain|application|document|field|role|plan)$/;

/**
 * Returns the final words of an object's name. Paths can join words: the last known word of `issuesecurityscheme` is
 * used.
 */
export function toNoun(owner: string): string {
  const words = [...new Set(owner.split(' ').slice(-2))].join(' ');
  return words.length > 11 && !words.includes(' ') ? (lastNoun.exec(words)?.[0] ?? words) : words;
}

/** Creates a name from the object's topic and noun: `Billing dashboard`. */
export function createLabel({ owner, index }: Owned): string {
  const text = `${chooseTopic(index)} ${toNoun(owner)}`.trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
