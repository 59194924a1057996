import type { Faker } from '@faker-js/faker';
import { ContractError, type Finding, isObject, suggestName } from '@understudy/contract';

/**
 * The functions that a model can name, by module. None of them takes arguments, evaluates strings or reads the clock.
 */
const modules: Readonly<Record<string, string>> = {
  airline: 'aircraftType airline airport flightNumber recordLocator seat',
  animal: 'bear bird cat cow dog fish horse insect petName rabbit type',
  book: 'author format genre publisher series title',
  color: 'human rgb space',
  commerce: 'department isbn price product productAdjective productDescription productMaterial productName upc',
  company: 'buzzPhrase buzzVerb catchPhrase name',
  database: 'column collation engine mongodbObjectId type',
  finance:
    'accountName accountNumber amount bic bitcoinAddress creditCardCVV creditCardIssuer creditCardNumber currencyCode currencyName currencySymbol ethereumAddress iban pin routingNumber transactionDescription transactionType',
  food: 'adjective description dish ethnicCategory fruit ingredient meat spice vegetable',
  hacker: 'abbreviation adjective ingverb noun phrase verb',
  internet:
    'displayName domainName domainWord email emoji exampleEmail httpMethod httpStatusCode ip ipv4 ipv6 jwt mac password port protocol url userAgent username',
  location:
    'buildingNumber cardinalDirection city country countryCode county direction language latitude longitude secondaryAddress state street streetAddress timeZone zipCode',
  lorem: 'lines paragraph paragraphs sentence sentences slug text word words',
  music: 'album artist genre songName',
  person:
    'bio firstName fullName gender jobArea jobDescriptor jobTitle jobType lastName middleName prefix sex suffix zodiacSign',
  phone: 'imei number',
  science: 'unit chemicalElement',
  string: 'alpha alphanumeric binary hexadecimal nanoid numeric octal sample ulid uuid',
  system:
    'commonFileExt commonFileName commonFileType cron directoryPath fileExt fileName filePath fileType mimeType semver',
  vehicle: 'bicycle color fuel manufacturer model type vehicle vin vrm',
  word: 'adjective adverb conjunction interjection noun preposition sample verb words',
};

const names = Object.entries(modules).flatMap(([module, list]) => list.split(' ').map((each) => `${module}.${each}`));
const known = new Set(names);

/** Rejects unknown names of demo value generators in a model. @throws ContractError */
export function checkSamples(samples: Iterable<readonly [pointer: string, name: string]>): void {
  const findings = [...samples].flatMap(([pointer, name]): Finding[] => {
    if (known.has(name)) return [];
    const message = `${pointer}: There is no generator "${name.slice(0, 80)}".${suggestName(name.slice(0, 80), names)}`;
    return [{ ruleId: 'model/sample', severity: 'error', message, pointer }];
  });
  if (findings.length > 0) throw new ContractError(findings);
}

/** Generates a value with a function that {@link checkSamples} accepts. */
export function generateFakeValue(faker: Faker, name: string): unknown {
  const [module = '', method = ''] = name.split('.');
  const holder: unknown = Reflect.get(faker, module);
  const make: unknown = isObject(holder) ? Reflect.get(holder, method) : undefined;
  const value: unknown = typeof make === 'function' ? Reflect.apply(make, holder, []) : undefined;
  return isObject(value) ? value['name'] : value;
}
