import { type FlatSchema, rememberSome, splitWords, toSingular } from '@understudy/model';

export interface SchemaMember {
  readonly name: string;
  /** The words of the name in lower case, such as `exp month`. */
  readonly words: string;
  /** The words of the enclosing object in the singular, such as `line item`. */
  readonly owner: string;
  readonly flat: FlatSchema;
  /** The names of all members of the object, as words. */
  readonly siblings: ReadonlySet<string>;
  /** True if the member contains a key in place of an object. */
  readonly isKey: boolean;
  /** Index in the innermost list. */
  readonly index: number;
}

const phrases = new Map<string, string>();
const ownerPhrases = new Map<string, string>();
/** Maximum number of cached names. */
const mostPhrases = 5000;

/** Splits a name into words: `finish_reason` and `finishReason` become `finish reason`. */
export function toPhrase(name: string): string {
  return rememberSome(phrases, name, mostPhrases, () => splitWords(name.replace(/(?<=[a-z])(?=\d)/g, ' ')).join(' '));
}

/** Splits a name into words in the singular: `line_items` becomes `line item`. */
export function toOwnerPhrase(name: string): string {
  return rememberSome(ownerPhrases, name, mostPhrases, () => {
    const words = splitWords(name);
    return [...words.slice(0, -1), toSingular(words.at(-1) ?? '')].join(' ');
  });
}
