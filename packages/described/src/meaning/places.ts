import { isObject } from '@understudy/contract';
import { type FlatSchema, normalizeName, remember } from '@understudy/model';
import { hasIban } from './check-digits.js';
import type { Locale } from './load-faker.js';
import { matches } from './match-pattern.js';

/** A city with its local data. */
export interface City {
  readonly locale: Locale;
  readonly country: string;
  /** ISO 3166-1 alpha-2 code and alpha-3 code. */
  readonly code: string;
  readonly code3: string;
  readonly currency: string;
  /** Approximate value of one euro or dollar in the local currency. */
  readonly scale: number;
  /** The standard rate of value-added or sales tax, in percent. */
  readonly vat: number;
  /** The language of the country, such as `fi-FI`. */
  readonly language: string;
  readonly city: string;
  readonly state: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly timeZone: string;
  /** `#` stands for a digit, `?` for a letter. */
  readonly postcode: string;
  readonly phone: string;
  readonly streets: readonly string[];
}

/** Name, alpha-3 code, currency, language and standard tax rate of each country. */
const countries: Readonly<Record<string, readonly [string, string, string, string, number]>> = {
  US: ['United States', 'USA', 'USD', 'en', 8],
  GB: ['United Kingdom', 'GBR', 'GBP', 'en', 20],
  IE: ['Ireland', 'IRL', 'EUR', 'en', 23],
  CA: ['Canada', 'CAN', 'CAD', 'en', 5],
  DE: ['Germany', 'DEU', 'EUR', 'de', 19],
  AT: ['Austria', 'AUT', 'EUR', 'de', 20],
  FI: ['Finland', 'FIN', 'EUR', 'fi', 25.5],
  SE: ['Sweden', 'SWE', 'SEK', 'sv', 25],
  FR: ['France', 'FRA', 'EUR', 'fr', 20],
  ES: ['Spain', 'ESP', 'EUR', 'es', 21],
  NL: ['Netherlands', 'NLD', 'EUR', 'nl', 21],
  IT: ['Italy', 'ITA', 'EUR', 'it', 22],
  PL: ['Poland', 'POL', 'PLN', 'pl', 23],
  DK: ['Denmark', 'DNK', 'DKK', 'da', 25],
};

const scales: Readonly<Record<string, number>> = { SEK: 11, DKK: 7.5, PLN: 4.5 };

/** Country, city, state, latitude, longitude, time zone, postcode, phone and streets. */
const rows = `
US;Austin;TX;30.2672;-97.7431;America/Chicago;787##;+1512555####;Congress Avenue|Lamar Boulevard|Guadalupe Street
US;Seattle;WA;47.6062;-122.3321;America/Los_Angeles;981##;+1206555####;Pine Street|Union Street|Denny Way
US;Boston;MA;42.3601;-71.0589;America/New_York;021##;+1617555####;Beacon Street|Boylston Street|Tremont Street
GB;London;England;51.5074;-0.1278;Europe/London;SE# #??;+442079460###;Borough High Street|Tooley Street|Union Street
GB;Manchester;England;53.4808;-2.2426;Europe/London;M# #??;+441614960###;Oldham Street|Deansgate|Portland Street
IE;Dublin;Leinster;53.3498;-6.2603;Europe/Dublin;D0# X###;+35312345###;Baggot Street|Parnell Street|Dame Street
CA;Toronto;ON;43.6532;-79.3832;America/Toronto;M5V #A#;+1416555####;Queen Street West|Spadina Avenue|King Street West
DE;Berlin;Berlin;52.52;13.405;Europe/Berlin;10###;+493023125###;Torstraße|Kastanienallee|Oranienstraße
DE;München;Bayern;48.1351;11.582;Europe/Berlin;803##;+498999998###;Sendlinger Straße|Leopoldstraße|Lindwurmstraße
DE;Hamburg;Hamburg;53.5511;9.9937;Europe/Berlin;203##;+494066969###;Lange Reihe|Eppendorfer Weg|Osterstraße
AT;Wien;Wien;48.2082;16.3738;Europe/Vienna;10#0;+4315550###;Mariahilfer Straße|Währinger Straße|Landstraßer Hauptstraße
FI;Helsinki;Uusimaa;60.1699;24.9384;Europe/Helsinki;00##0;+35845785####;Mannerheimintie|Runeberginkatu|Hämeentie
FI;Tampere;Pirkanmaa;61.4978;23.761;Europe/Helsinki;33##0;+35845785####;Hämeenkatu|Satakunnankatu|Pispalan valtatie
FI;Turku;Varsinais-Suomi;60.4518;22.2666;Europe/Helsinki;20##0;+35845785####;Aurakatu|Yliopistonkatu|Linnankatu
SE;Stockholm;Stockholms län;59.3293;18.0686;Europe/Stockholm;11# ##;+4684650####;Götgatan|Hornsgatan|Odengatan
SE;Göteborg;Västra Götaland;57.7089;11.9746;Europe/Stockholm;41# ##;+4631390####;Linnégatan|Avenyn|Vasagatan
FR;Paris;Île-de-France;48.8566;2.3522;Europe/Paris;7501#;+33199001###;rue de Rivoli|rue Oberkampf|boulevard Voltaire
FR;Lyon;Auvergne-Rhône-Alpes;45.764;4.8357;Europe/Paris;6900#;+33465710###;rue Mercière|cours Lafayette|rue de la République
ES;Madrid;Comunidad de Madrid;40.4168;-3.7038;Europe/Madrid;280##;+3491555####;Calle de Fuencarral|Calle de Alcalá|Calle Mayor
ES;Barcelona;Cataluña;41.3874;2.1686;Europe/Madrid;080##;+3493555####;Carrer de Balmes|Carrer de Mallorca|Carrer de Sants
NL;Amsterdam;Noord-Holland;52.3676;4.9041;Europe/Amsterdam;10## ??;+3120555####;Prinsengracht|Overtoom|Ceintuurbaan
NL;Utrecht;Utrecht;52.0907;5.1214;Europe/Amsterdam;35## ??;+3130555####;Oudegracht|Biltstraat|Amsterdamsestraatweg
IT;Milano;Lombardia;45.4642;9.19;Europe/Rome;201##;+3902555####;Via Torino|Corso Buenos Aires|Via Savona
IT;Roma;Lazio;41.9028;12.4964;Europe/Rome;001##;+3906555####;Via Nazionale|Via Cavour|Via Merulana
PL;Warszawa;mazowieckie;52.2297;21.0122;Europe/Warsaw;00-###;+4822555####;ul. Marszałkowska|ul. Nowy Świat|ul. Puławska
PL;Kraków;małopolskie;50.0647;19.945;Europe/Warsaw;31-###;+4812555####;ul. Floriańska|ul. Długa|ul. Karmelicka
DK;København;Hovedstaden;55.6761;12.5683;Europe/Copenhagen;21#0;+4532555###;Nørrebrogade|Vesterbrogade|Østerbrogade
`;

/** Lists the cities where a language is spoken, or all cities. */
export function listCities(locale?: Locale): readonly City[] {
  return locale === undefined ? all : all.filter((city) => city.locale === locale);
}

const all: readonly City[] = rows
  .trim()
  .split('\n')
  .map((row) => {
    const [code = '', city = '', state = '', ...others] = row.split(';');
    const [latitude, longitude, timeZone = '', postcode = '', phone = '', streets = ''] = others;
    const [country = '', code3 = '', currency = '', language = 'en', vat = 20] = countries[code] ?? [];
    const scale = scales[currency] ?? 1;
    const at = { latitude: Number(latitude), longitude: Number(longitude), timeZone, postcode, phone };
    const own = { locale: language as Locale, country, code, code3, currency, scale, language, vat };
    return { ...own, ...at, city, state, streets: streets.split('|') };
  });

const paying = new WeakMap<object, readonly [currencies: readonly string[], isBanking: boolean]>();

/**
 * Lists the cities where a language is spoken and a described currency is used, or else all where the currency is used.
 */
export function listCitiesOf(document: unknown, locale: Locale): readonly City[] {
  const [listed, isBanking] = isObject(document) ? remember(paying, document, () => readMoney(document)) : [[], false];
  const near = listCities(locale).filter(({ code }) => !isBanking || hasIban(code));
  const used = all.filter(({ currency }) => listed.includes(currency));
  const own = new Set(near.filter((each) => used.includes(each)).map(({ currency }) => currency));
  const isEnough = own.size > 1 || own.size === new Set(used.map(({ currency }) => currency)).size;
  if (used.length === 0) return near;
  return isEnough ? near.filter((each) => used.includes(each)) : used;
}

/** The currencies listed in members of the description, and whether it contains IBANs. */
function readMoney(document: object): readonly [currencies: readonly string[], isBanking: boolean] {
  let isBanking = false;
  const found = new Set<string>();
  const seen = new Set<object>();
  const visit = (value: unknown, name: string): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    const { enum: listed }: { enum?: unknown } = value;
    if (Array.isArray(listed) && /^(?:schema)?\w*currency(?:code)?$/.test(normalizeName(name)))
      for (const each of listed) found.add(String(each).toUpperCase());
    isBanking ||= /iban$/i.test(name);
    for (const [key, inner] of Object.entries(value)) visit(inner, key);
  };
  visit(document, '');
  return [[...found], isBanking];
}

/** The city in a record or in one of its addresses. */
export function findCityIn(fields: Readonly<Record<string, unknown>>): City | undefined {
  const places = [fields, ...Object.values(fields).filter(isObject)];
  const texts = places.map((place) => new Set(Object.values(place).filter((each) => typeof each === 'string')));
  return all.find(({ city, code, code3, country }) =>
    texts.some((each) => each.has(city) && [code, code3, country].some((one) => each.has(one))),
  );
}

/** The country name or code that a pattern requires. */
export function countryOf(
  { country, code, code3 }: City,
  { keywords: { pattern } }: Pick<FlatSchema, 'keywords'>,
): string | undefined {
  return typeof pattern === 'string' ? [country, code, code3].find((each) => matches(pattern, each)) : undefined;
}

/** Formats a street and house number in the order used in the country. */
export function formatStreetAddress({ code }: City, street: string, number: number): string {
  return ['US', 'GB', 'IE', 'CA', 'FR'].includes(code) ? `${number} ${street}` : `${street} ${number}`;
}

/** Formats a postcode and city in the order used in the country. */
export function formatCityLine({ code, city, state }: City, postcode: string): string {
  return code === 'US' || code === 'CA'
    ? `${city}, ${state} ${postcode}`
    : ['GB', 'IE'].includes(code)
      ? `${city} ${postcode}`
      : `${postcode} ${city}`;
}

/** Counties, for cities with a state larger than the county. */
export const counties: Readonly<Record<string, string>> = {
  ...{ Austin: 'Travis County', Seattle: 'King County', Boston: 'Suffolk County' },
  ...{ London: 'Greater London', Manchester: 'Greater Manchester', Dublin: 'County Dublin', Toronto: 'York Region' },
};

/** Returns whether a country is stored as a code of two or three letters. */
export function isCode({ keywords }: Pick<FlatSchema, 'keywords'>, siblings: ReadonlySet<string>): boolean {
  const { maxLength, description, format } = keywords;
  return (
    Number(maxLength ?? 99) <= 3 ||
    /iso|two.letter|2.letter|code/i.test(`${description ?? ''} ${format ?? ''}`) ||
    (siblings.has('postal code') && siblings.has('line 1'))
  );
}
