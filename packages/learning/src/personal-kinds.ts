import type { NamedValue } from './list-members.js';

/** A kind of personal data. It determines the replacement. */
export type PersonalKind =
  | 'first'
  | 'last'
  | 'person'
  | 'login'
  | 'number'
  | 'code'
  | 'street'
  | 'city'
  | 'date'
  | 'card';

/** Members with personal data, by normalized name: lower-case letters and digits without accents. */
const members: readonly (readonly [RegExp, PersonalKind])[] = [
  [/(?:first|given|middle|fore|vor)names?$|^namefirst$|^namegiven$|etunimi$|fornamn$/, 'first'],
  [/(?:last|family|sur|nach|maiden)names?$|^namelast$|^namefamily$|sukunimi$|efternamn$/, 'last'],
  [
    /(?:^full|real|legal|display|contact|customer|owner|employee|person|holder|recipient|author|driver|patient|sender|receiver|payer|payee|signer|signatory|guest|student|teacher|parent|spouse|shipping|billing|delivery|beneficiary|passenger|traveler|traveller|applicant|resident|approver|reviewer|assignee|manager|member)names?$|nameoncard$|contactperson$/,
    'person',
  ],
  [
    /^(?:user|login|screen|nick)names?$|^(?:login|handle|nick|userlogin)$|(?:github|twitter|skype)(?:name|handle|login)$/,
    'login',
  ],
  [/(?:^|credit|debit|payment|bank)(?:card|cc)(?:number|no|num)?$|^(?:pan|cardnum|cardno)$/, 'card'],
  [
    /passport|identitycard|idcard|driv(?:er|ers|ing)licen[cs]e|licen[cs]eplate|^(?:tin|nin|nino|bsn|pesel|cpf|curp|mrn)$/,
    'code',
  ],
  [
    /taxid|taxnumber|insurancenumber|medicalrecord|(?:post|postal|zip)code$|(?:^|[a-z])zip$|^(?:plz|postnummer|postinumero|eircode)$/,
    'code',
  ],
  [/phone|mobile|^tel$|telephone|^fax|ssn$|personalid|nationalid|socialsecurity|hetu$|iban$|personnummer/, 'number'],
  [/^(?:dob|born(?:on|at)?)$|(?:birth(?:day|date)|dateofbirth|syntymaaika|geburtsdatum|fodelsedatum)$/, 'date'],
  [
    /(?:^|[a-z])(?:(?<!capa|velo|elasti|publi)city|town|municipality)$|^(?:locality|suburb|village|kaupunki|ort|stadt|ville)$|placeofbirth$|birthplace$|cityname$/,
    'city',
  ],
  [/^street|streetaddress|streetname$|address(?:line)?[1-3]?$|^addr$|^line[123]$|addresstext$/, 'street'],
];
/** Members with technical addresses, such as MAC addresses. */
const otherAddress = /(?:mail|ip|mac|web|url|base|host|server|wallet|contract|bind|listen|remote|memory)addr(?:ess)?$/;
const people =
  /(?:user|customer|contact|employee|person|people|owner|author|member|patient|driver|recipient|assignee|manager|sender|receiver|guest|student|passenger)s?$|By$/i;
const fullName = /^\p{Lu}[\p{L}\p{M}'-]+(?: \p{Lu}[\p{L}\p{M}'.-]*){1,3}$/u;
/** User names of roles, and path segments under collections of people that are not names. */
const common =
  /^(?:admin|administrator|root|guest|user|users|test|demo|system|anonymous|me|self|current|search|count|export|import|new|all|active|inactive|list|batch|bulk|login|logout|profile|settings|default|none|null|undefined|true|false|register|signup|verify|invite|roles|groups|permissions)$/i;

/**
 * Words of messages, such as "This field is required". In errors, members named like personal data contain such
 * messages.
 */
const ofMessages =
  /\b(?:is|be|must|has|have|been|already|not|with|this|that|field|required|blank|empty|valid|invalid|least|too|exists?)\b|\b(?:can't|cannot)\b/giu;

/** Returns the kind of personal data that the name of a member indicates, or undefined for other members. */
export function personalKindOf({ name, value, around, isOfPerson }: NamedValue): PersonalKind | undefined {
  if ((value.match(ofMessages)?.length ?? 0) > 1) return undefined;
  const plain = fold(name).replace(/[^a-z0-9]/g, '');
  const isPerson = isOfPerson || people.test(around);
  if ((plain === 'name' && isPerson) || (people.test(name) && fullName.test(value))) return 'person';
  if (/^(?:user|login|user_?name|screen_?name)$/i.test(name) && /^\p{L}{2,}[._]\p{L}{2,}$/u.test(value))
    return 'person';
  if (otherAddress.test(plain)) return undefined;
  const full = /^(?:first|last|given|family|number|value|no)$/.test(plain)
    ? `${fold(around).replace(/[^a-z0-9]/g, '')}${plain.replace(/number|value|^no$/, '')}`
    : plain;
  return members.find(([pattern]) => pattern.test(plain) || pattern.test(full))?.[1];
}

/** A generated id: a prefix, then upper-case letters, lower-case letters and digits. */
const generatedId = /^[a-z]{1,12}_(?=\w*[a-z])(?=\w*[A-Z])(?=\w*\d)[A-Za-z0-9]{8,}$/;

/** Lists the user names in paths: segments directly under a collection of people, except generated ids. */
export function listUserNames(paths: readonly string[]): string[] {
  const all = paths.map((path) => path.split('/'));
  const formOf = (segment: string, prefix: string | undefined) => `${prefix} ${segment.length}`;
  const generated = new Set(
    all.flat().flatMap((segment) => (generatedId.test(segment) ? [formOf(segment, segment.split('_')[0])] : [])),
  );
  return all.flatMap((segments) =>
    segments.filter(
      (segment, index) =>
        /^(?:users|members|people|profiles|accounts|employees|customers|u)$/i.test(segments[index - 1] ?? '') &&
        /^\p{L}[\p{L}\p{M}._-]{2,30}$/u.test(segment) &&
        !common.test(segment) &&
        !generated.has(formOf(segment, segment.split('_')[0])),
    ),
  );
}

/** Returns whether a word is a placeholder for a name, such as "second". */
export function isPlaceholder(word: string): boolean {
  return /^(?:first|second|third|last|other|another|same|new|old|name|self)$/i.test(word);
}

/** Returns whether a user name belongs to a role instead of a person. */
export function isRoleName(name: string): boolean {
  return common.test(name);
}

/** Converts a word to lower case without accents. */
export function fold(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
