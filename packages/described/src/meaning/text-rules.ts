import { appendLuhnDigit, generateBarcode, generateBic, generateIban, generateVatNumber } from './check-digits.js';
import { drawLetters, generateUuid, hexDigits } from './formats.js';
import { describeProduct, generateDescription } from './generate-description.js';
import type { SchemaMember } from './member.js';
import { createLabel, findNameRule, pickFile, pickPhrase } from './name-rules.js';
import { productNumber, samplePhrases } from './phrases.js';
import { counties, countryOf, formatCityLine, formatStreetAddress, isCode } from './places.js';
import { createResourceName } from './resource-name.js';
import { createSampleFile } from './sample-file.js';
import type { FakeSubject } from './subject.js';
import { renderSvgImage } from './svg-image.js';

type Make = (subject: FakeSubject, member: SchemaMember) => unknown;

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

const postcode = (s: FakeSubject) => s.once('postcode', () => s.fill(s.city.postcode));
const street = (s: FakeSubject) =>
  s.once('street', () => formatStreetAddress(s.city, s.pick(s.city.streets), s.whole(1, 98)));
const phone = (s: FakeSubject) => s.once('phone', () => s.fill(s.city.phone));
const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
const title = (text: string) => text.replace(/(?:^|\s)\p{L}/gu, (letter) => letter.toUpperCase());
const host = (s: FakeSubject) => s.company.domain;
/** Returns a URL within the API: `/prices/4f0a1b2c/terms` for the `termsUrl` of a price. */
export const toAddress = (s: FakeSubject, { owner, words, name }: SchemaMember) => {
  const lead = slug(words.replace(/\b(?:ur[il]|href|link|html|api|self|web|public|resource)\b/g, ''));
  const noun = slug(owner) || lead || encodeURIComponent(name);
  return [s.facts.baseUrl, noun, s.once('short', () => drawLetters(s, hexDigits, 8)), ...(lead === noun ? [] : [lead])]
    .filter((part) => part !== '')
    .join('/');
};
/** Returns an image as a URL that needs no network. */
function picture(s: FakeSubject, { siblings, words }: SchemaMember): string {
  const isWide = /banner|cover|header|hero/.test(words);
  const [width, height] = siblings.has('width') ? [640, 480] : isWide ? [1200, 400] : [200, 200];
  const initials = /avatar|photo|profile|user/.test(words)
    ? `${s.person.first.charAt(0)}${s.person.last.charAt(0)}`
    : '';
  return `data:image/svg+xml,${encodeURIComponent(renderSvgImage(width, height, initials, s.whole(0, 359)))}`;
}

const tasks = /task|issue|ticket|todo|card|story|bug|pull|milestone|request/;

const rules: readonly (readonly [string, Make])[] = [
  ['(?:.* )?(?:arn|resource name)', createResourceName],
  ['(?:.* )?e ?mail(?: address)?', (s) => s.person.email],
  ['(?:first|given|fore) ?name|fname', (s) => s.person.first],
  ['(?:last|family|sur) ?name|lname|surname', (s) => s.person.last],
  ['middle name', (s) => s.faker?.person.middleName()],
  [
    '(?:full|display|real|contact|recipient|receiver|card ?holder|holder|account holder|owner|author|customer|employee|sender|buyer|contact person|patient|guest|driver) name|attention|signed by|contact person',
    (s) => s.person.full,
  ],
  ['(?:user|screen|login|nick) ?name|login|handle|nick', (s) => s.person.user],
  [
    '(?:company|business|organi[sz]ation|org|vendor|supplier|merchant|employer|seller|publisher|legal|trad(?:ing|e)|registered|tenant) name|company|organi[sz]ation|employer|vendor|supplier|merchant|manufacturer|publisher|insurer',
    (s) => s.company.name,
  ],
  ['job title|job|profession|occupation|position title', (s) => s.faker?.person.jobTitle()],
  ['gender|sex', (s) => s.person.sex],
  ['salutation|honorific|name prefix', (s) => (s.person.sex === 'female' ? 'Ms' : 'Mr')],
  ['bio|about|biography', (s) => s.faker?.person.bio()],
  ['.*phone(?: number)?|mobile(?: number)?|tel|telephone|fax(?: number)?|msisdn|cell', phone],
  ['iban', (s) => s.once('iban', () => generateIban(s.city.code, s.digit))],
  ['bic|swift(?: code)?|bic swift', (s) => generateBic(s.city.code)],
  [
    '(?:.* )?(?:vat|tax)(?: reg\\w*)?(?: ?(?:id|no|number|code))|(?:.* )?tax ?vat|vat|tin|ein|business id',
    (s) => s.once('vat', () => generateVatNumber(s.city.code, s.digit)),
  ],
  ['account (?:number|no)|bank account', (s) => s.once('account', () => s.fill('########'))],
  ['(?:.* )?routing number|aba', () => '110000000'],
  ['(?:.* )?sort code', (s) => s.fill('20-##-##')],
  ['card number|pan|credit card', (s) => appendLuhnDigit('424242', 16, s.digit)],
  ['last ?4|last four(?: digits)?|dynamic last 4', (s) => s.fill('####')],
  ['card (?:brand|type|network)|card brand', pickPhrase('cardBrand')],
  ['payment method(?: type)?|payment type', pickPhrase('payment')],
  ['(?:.* )?country ?code|iso ?2|country iso(?: code)?', (s) => s.city.code],
  [
    '(?:.* )?country',
    (s, { flat, siblings }) => countryOf(s.city, flat) ?? (isCode(flat, siblings) ? s.city.code : s.city.country),
  ],
  ['nationality', (s) => s.city.country],
  ['(?:.* )?(?:city|town|locality|municipality|city name)', (s) => s.city.city],
  ['county(?: name)?', (s) => counties[s.city.city] ?? s.city.state],
  [
    '(?:.* )?region(?: (?:name|code|id))?',
    (s, { siblings, words }) =>
      words === 'region' && ['city', 'country', 'postal code', 'address'].some((each) => siblings.has(each))
        ? s.city.state
        : s.pick(samplePhrases.region),
  ],
  ['province|state(?: or province)? (?:code|name)|state or province|administrative area', (s) => s.city.state],
  ['(?:.* )?(?:post(?:al)? ?code|zip ?code|zip)', postcode],
  [
    '(?:.* )?street(?: (?:address|name|line ?\\d?))?|address ?(?:line ?)?1|line 1|(?:.* )?address line(?: ?1)?|street1',
    street,
  ],
  ['(?:.* )?address ?(?:line ?)?[23]|line [23]|apartment|suite', (s) => `Apt ${s.whole(1, 40)}`],
  ['(?:house|building|street) (?:number|no)', (s) => String(s.whole(1, 98))],
  [
    '(?:.* )?address|formatted address',
    (s, { owner, words }) =>
      words === 'address' && /(?:^| )mac(?: address)?$/.test(owner)
        ? Array.from({ length: 6 }, () => drawLetters(s, hexDigits, 2)).join(':')
        : words === 'address' && /(?:^| )(?:ip|network|subnet|host|node|interface)(?: address)?$/.test(owner)
          ? `192.0.2.${s.whole(1, 254)}`
          : `${street(s)}, ${formatCityLine(s.city, postcode(s))}`,
  ],
  ['location|place|venue', (s) => `${s.city.city}, ${s.city.country}`],
  ['time ?zone(?: \\w+)?|tz|tzid', (s) => s.city.timeZone],
  ['locale|(?:preferred )?locales?', (s) => `${s.city.language}-${s.city.code}`],
  [
    '(?:preferred )?lang(?:uage)?(?: code)?',
    (s, { owner }) => (/repo|code|snippet|gist/.test(owner) ? s.pick(samplePhrases.language) : s.city.language),
  ],
  [
    '(?:.* )?currency(?: code)?|iso currency code',
    (s, { flat }) =>
      flat.keywords['description'] !== undefined && /lower.?case/i.test(String(flat.keywords['description']))
        ? s.city.currency.toLowerCase()
        : s.city.currency,
  ],
  ['(?:tax|vat) name', (s) => (s.city.code === 'US' ? 'Sales tax' : 'VAT')],
  ['currency symbol', (s) => ({ EUR: '€', USD: '$', GBP: '£', CAD: '$' })[s.city.currency] ?? 'kr'],
  [
    '(?:.* )?colou?r(?: (?:hexDigits|code))?|background|foreground',
    (s, { words, flat }) =>
      /hex|background|foreground/.test(words) || /hex/i.test(String(flat.keywords['description']))
        ? `#${drawLetters(s, hexDigits, 6)}`
        : s.faker?.color.human(),
  ],
  [
    '(?:avatar|photo|picture|image|thumbnail|thumb|logo|icon|cover|banner|headshot)(?: (?:url|uri|href|link|src))?|(?:.* )?(?:avatar|photo|picture|image|thumbnail|logo|icon|banner) (?:url|uri)|(?:photo|image|picture) ?urls',
    picture,
  ],
  ['(?:website|home ?page|site|web ?page|blog)(?: url)?|company url|domain url', (s) => `https://www.${host(s)}`],
  ['(?:.* )?(?:url|uri|href|link)', toAddress],
  ['(?:.* )?(?:host ?name|host|domain|domain name|fqdn)', host],
  ['ip|(?:.* )?ip ?(?:address)?|ipv ?4(?: address)?|remote addr\\w*', (s) => s.fill(`192.0.2.${s.whole(1, 254)}`)],
  ['ipv ?6(?: address)?', (s) => `2001:db8::${drawLetters(s, hexDigits, 4)}`],
  ['mac(?: address)?', (s) => Array.from({ length: 6 }, () => drawLetters(s, hexDigits, 2)).join(':')],
  ['user agent|browser', pickPhrase('browser')],
  ['(?:mime|content|media) ?type', (s) => pickFile(s).type],
  ['(?:file|original|attachment) ?name|filename|file', (s) => pickFile(s).name],
  ['file (?:extension|type|ending|format)|extension', (s) => pickFile(s).ending],
  [
    'file (?:content|data|bytes)|base ?64(?: \\w+)?',
    (s) => Buffer.from(createSampleFile(pickFile(s).type)).toString('base64'),
  ],
  ['(?:.* )?(?:svg)', (s) => renderSvgImage(200, 200, '', s.whole(0, 359))],
  ['gtin|ean(?: ?13)?|upc|bar ?code', (s) => generateBarcode('64', 13, s.digit)],
  ['isbn(?: ?13)?', (s) => generateBarcode('978', 13, s.digit)],
  ['isbn 10', (s) => s.fill('951#######')],
  ['vin', (s) => s.faker?.vehicle.vin()],
  ['imei', (s) => appendLuhnDigit('35', 15, s.digit)],
  ['(?:.* )?iccid', (s) => appendLuhnDigit('8935', 19, s.digit)],
  [
    '(?:.* )?(?:imsi|eid)',
    (s, { words }) => s.fill(words.endsWith('d') ? `8904${'#'.repeat(28)}` : `24491${'#'.repeat(10)}`),
  ],
  ['(?:license|licence|number) ?plate|plate(?: number)?|registration(?: number)?', (s) => s.fill('???-###')],
  [
    `(?:.* )?(?:${productNumber})`,
    (s, { siblings }) => (siblings.has('quantity') ? s.product && s.asSold : s).fill('???-####'),
  ],
  ['serial(?: (?:number|no))?', (s) => s.fill('SN########')],
  ['tracking (?:number|code|id)', (s) => s.fill('1Z999AA1########')],
  [
    '(?:order|invoice|ticket|reference|receipt|booking|customer|contract|case|claim|quote|document|purchase order|po) (?:number|no|ref\\w*|nr)|reference|number|ref|po number',
    (s, { words, owner }) => `${toNumberPrefix(words, owner)}-${s.at(0).getUTCFullYear()}-${s.fill('#####')}`,
  ],
  [
    '(?:coupon|promo\\w*|discount|voucher) ?(?:code)?',
    (s) => `${s.pick(['SPRING', 'WELCOME', 'SAVE', 'THANKS'])}${s.pick([10, 15, 20, 25])}`,
  ],
  ['.*\\bsha ?512\\b.*', (s) => drawLetters(s, hexDigits, 128)],
  ['.*\\bsha ?256\\b.*', (s) => drawLetters(s, hexDigits, 64)],
  ['(?:git )?(?:commit|sha|revision|.* sha|commit id|oid)|.*\\bsha ?1\\b.*', (s) => drawLetters(s, hexDigits, 40)],
  ['.*\\bmd ?5\\b.*|(?:.* )?(?:etag|checksum)', (s) => drawLetters(s, hexDigits, 32)],
  ['(?:.* )?(?:hash|digest|fingerprint)|(?:.* )?hashed .*', (s) => drawLetters(s, hexDigits, 64)],
  ['(?:.* )?(?:signature|nonce|salt)', (s) => drawLetters(s, letters, 43)],
  [
    '(?:.* )?(?:password|passwd|passphrase)',
    (s) => `${title(s.faker?.word.noun() ?? 'river')}-${s.fill('####')}-${s.faker?.word.noun() ?? 'stone'}`,
  ],
  [
    '(?:.* )?(?:token|secret|api ?key|access ?key|private key|public key|credentials?|cursor|next page|marker)',
    (s) => drawLetters(s, letters, 32),
  ],
  ['(?:.* )?(?:uuid|guid)', generateUuid],
  ['pin|otp|verification code|passcode', (s) => s.fill('####')],
  ['(?:.* )?version(?: (?:name|label|number|string))?', (s) => `${s.whole(1, 4)}.${s.whole(0, 12)}.${s.whole(0, 9)}`],
  ['branch|ref|default branch', () => 'main'],
  ['(?:.* )?(?:slug|permalink|handle|alias)|unique name', (_s, member) => slug(createLabel(member))],
  ['hour|opening time|opens', () => '09:00'],
  ['closing time|closes', () => '17:30'],
  [
    '(?:.* )?(?:headline|subject|caption)',
    (s, { owner }) => {
      const [kind] = /(?:invoice|bill|order|quote|estimate|contract|receipt|payment|statement)$/.exec(owner) ?? [];
      const month = s.at(0).toLocaleString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
      return kind === undefined
        ? s.pick<string>(tasks.test(owner) ? samplePhrases.task : samplePhrases.title)
        : `${title(kind)} for ${month}`;
    },
  ],
  [
    '(?:.* )?title',
    (s, member) =>
      findNameRule(member.words.replace(/ ?title$/, '') || member.owner)?.(s, member) ??
      s.pick<string>(tasks.test(member.owner) ? samplePhrases.task : samplePhrases.title),
  ],
  ['(?:.* )?(?:status|state|error|failure|result) (?:message|text|reason|details?|description)', pickPhrase('outcome')],
  [
    '(?:.* )?(?:description|summary|abstract|overview|details|excerpt|synopsis|tagline)',
    (s, member) =>
      /product|item|article|listing/.test(`${member.owner} ${member.words}`)
        ? describeProduct(s)
        : generateDescription(s, member),
  ],
  [
    '(?:.* )?(?:notes?|infos?|memo|remarks?|instructions?|comments?|feedback|internal note)',
    (s, member) => generateDescription(s, member, true),
  ],
  [
    '(?:.* )?(?:text|body|message|content|answer|output|response|reply|review|markdown|prompt|snippet)|message (?:to|for) .*',
    (s, member) => s.turn(samplePhrases.message, member),
  ],
  ['(?:outward|inward)(?: \\w+)?', pickPhrase('relation')],
  ['(?:finish|stop) reason', () => 'stop'],
  ['(?:.* )?(?:reason|cause|explanation|justification|rationale)', pickPhrase('reason')],
  ['(?:task|todo|issue|action)', pickPhrase('task')],
  ['(?:product )?category', (s) => s.product.category],
  ['(?:.* )?(?:categor(?:y|ies)|section)', pickPhrase('category')],
  ['(?:.* )?(?:tags?|labels?|keywords?|topics?)', pickPhrase('tag')],
  ['(?:.* )?(?:department|division|team|group)', pickPhrase('group')],
  ['(?:.* )?(?:roles?|permission)', pickPhrase('role')],
  ['plan|tier', pickPhrase('plan')],
  ['unit(?: of measure\\w*)?|uom', pickPhrase('unit')],
  ['size', pickPhrase('size')],
  ['priority|severity|level|importance|urgency|difficulty|risk', pickPhrase('level')],
  ['weather|condition', pickPhrase('weather')],
  [
    'brand|make',
    (s, { owner }) => (/car|vehicle|truck/.test(owner) ? s.faker?.vehicle.manufacturer() : s.company.name),
  ],
  ['model', (s, { owner }) => (/car|vehicle|truck/.test(owner) ? s.faker?.vehicle.model() : s.fill('?#-##0'))],
  ['material', (s) => s.faker?.commerce.productMaterial()],
  ['genre', (s) => s.faker?.music.genre()],
  ['species|breed', (s) => s.faker?.animal.dog()],
  ['account', (s) => s.company.name],
];

const compiled = rules.map(([words, make]) => [new RegExp(`^(?:${words})$`), make] as const);

export function toNumberPrefix(words: string, owner: string): string {
  const [word = ''] = (words.replace(/ ?(?:number|no|nr|ref\w{0,20})$/, '') || owner).split(' ').slice(-1);
  return (word || 'ref').slice(0, 3).toUpperCase();
}

/** Finds the rule for a string by its name and the enclosing object. Undefined if the name has no known meaning. */
export function findTextRule({
  words,
  owner,
  siblings,
}: Pick<SchemaMember, 'words' | 'owner' | 'siblings'>): Make | undefined {
  if (
    /^(?:(?:display|short|friendly|common|internal|external|custom|default|original|public|resource|object|(?!registered)\w+ed) )?names?$|^label$/.test(
      words,
    )
  ) {
    const isPerson = ['first name', 'last name', 'email', 'phone', 'birth date', 'date of birth'].some((each) =>
      siblings.has(each),
    );
    return (
      findNameRule(owner) ?? (isPerson && words === 'name' ? (s) => s.person.full : (_s, member) => createLabel(member))
    );
  }
  const isPlaced = ['city', 'postal code', 'zip', 'country', 'line 1', 'street'].some((each) => siblings.has(each));
  if (/(?:address|billing|shipping|home|mailing) state$/.test(words) || (words === 'state' && isPlaced))
    return (s) => s.city.state;
  const [, holder = ''] = (/^(?:code|symbol)$/.test(words) && /(?:^| )(currency|country|language)$/.exec(owner)) || [];
  const own = compiled.find(([pattern]) => pattern.test(`${holder} ${words}`.trim()))?.[1];
  if (own !== undefined) return own;
  const [ofName = ''] = /(?:first|given|last|family|middle|user|state|county) ?name$/.exec(words) ?? [];
  if (ofName !== '' && ofName !== words) return findTextRule({ words: ofName, owner, siblings });
  const [, subject] = /^(.+?)(?: display| full| friendly| short)? name$/.exec(words) ?? [];
  if (subject !== undefined)
    return findNameRule(subject) ?? ((_s, { index }) => createLabel({ owner: subject, index }));
  const named = /key$/.test(words) ? undefined : findNameRule(words);
  if (named !== undefined) return (s, { index }) => named(s, { owner: words.split(' ').at(-1) ?? '', index });
  return /(?:state|status)$/.test(words) ? pickPhrase('status') : undefined;
}
