import { type FlatSchema, rememberSome, splitWords, toSingular } from '@understudy/model';

export interface SchemaMember {
  readonly name: string;
  /** The words of the name in lower case: `exp month`. */
  readonly words: string;
  /** The words of the object around it, singular: `line item`. */
  readonly owner: string;
  readonly flat: FlatSchema;
  /** The words of all members of the object. */
  readonly siblings: ReadonlySet<string>;
  /** True if it names an object that could be in its place. */
  readonly isKey: boolean;
  /** Position in the closest list. */
  readonly index: number;
}

const phrases = new Map<string, string>();
const ownerPhrases = new Map<string, string>();
/** Names whose words are kept. */
const mostPhrases = 5000;

/** The words of a name: `finish_reason` and `finishReason` are `finish reason`. */
export function toPhrase(name: string): string {
  return rememberSome(phrases, name, mostPhrases, () => splitWords(name.replace(/(?<=[a-z])(?=\d)/g, ' ')).join(' '));
}

/** The words of one of several: `line_items` are `line item`. */
export function toOwnerPhrase(name: string): string {
  return rememberSome(ownerPhrases, name, mostPhrases, () => {
    const words = splitWords(name);
    return [...words.slice(0, -1), toSingular(words.at(-1) ?? '')].join(' ');
  });
}
