import type { Faker } from '@faker-js/faker';
import type { RandomSource } from '@understudy/kernel';
import { rememberSome } from '@understudy/model';

/** The supported languages of names, streets and companies. */
export const locales = ['en', 'de', 'fi', 'sv', 'fr', 'es', 'nl', 'it', 'pl', 'da'] as const;

export type Locale = (typeof locales)[number];

/** Static imports, so that a bundle contains only these languages. */
const loaders: Readonly<Record<Locale, () => Promise<{ readonly faker: Faker }>>> = {
  en: () => import('@faker-js/faker/locale/en'),
  de: () => import('@faker-js/faker/locale/de'),
  fi: () => import('@faker-js/faker/locale/fi'),
  sv: () => import('@faker-js/faker/locale/sv'),
  fr: () => import('@faker-js/faker/locale/fr'),
  es: () => import('@faker-js/faker/locale/es'),
  nl: () => import('@faker-js/faker/locale/nl'),
  it: () => import('@faker-js/faker/locale/it'),
  pl: () => import('@faker-js/faker/locale/pl'),
  da: () => import('@faker-js/faker/locale/da'),
};

const loaded = new Map<Locale, Faker>();
const read = new Map<string, readonly Locale[]>();
/** Maximum number of parsed settings in memory. */
const mostTexts = 100;
let drawn: RandomSource | undefined;

/** Parses a language setting such as `fi,de`. English if it contains no supported language. */
export function readLocales(text: string): readonly Locale[] {
  return rememberSome(read, text, mostTexts, () => {
    const found = text.split(',').flatMap((each) => locales.filter((locale) => locale === each.trim()));
    return found.length === 0 ? ['en'] : found;
  });
}

/** Loads languages once. Loading takes 50 ms, so it is delayed until a value is generated. */
export async function loadFaker(wanted: readonly Locale[]): Promise<void> {
  const missing = [...wanted, 'en' as const].filter((locale) => !loaded.has(locale));
  if (missing.length === 0) return;
  for (const locale of missing) {
    const { faker } = await loaders[locale]();
    // Draws random numbers from the caller's source. The class comes from the language module, because its own module
    // loads all languages.
    const randomizer = { next: () => drawn?.() ?? 0, seed: () => undefined };
    loaded.set(locale, Reflect.construct(faker.constructor, [{ locale: faker.rawDefinitions, randomizer }]));
  }
}

export function isFakerLoaded(wanted: readonly Locale[]): boolean {
  return loaded.has('en') && wanted.every((locale) => loaded.has(locale));
}

/** Creates a generator for a language that draws from `random`. Undefined before {@link loadFaker} is called. */
export function createFaker(locale: Locale, random: RandomSource, now: Date): Faker | undefined {
  const faker = loaded.get(locale) ?? loaded.get('en');
  drawn = random;
  faker?.setDefaultRefDate(now);
  return faker;
}
