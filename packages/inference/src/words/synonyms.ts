import { rememberSome } from '@understudy/model';
import { rootOf } from './verb-forms.js';

const rootsOfPhrases = new Map<string, string>();

/** Groups of words that stand for the same state in descriptions. */
const groups = [
  'running started active ongoing underway in-progress progressing processing',
  'available free vacant',
  'cancelled aborted called-off dropped',
  'closed resolved cleared settled',
  'paid settled',
  'completed finished done ended fulfilled succeeded over',
  'declined rejected denied refused turned-down',
  'approved granted accepted',
  'withdrawn retracted taken-back',
  'blocked suspended locked barred',
  'disabled inactive deactivated off',
  'enabled activated on',
  'requested pending waiting undecided',
  'waiting waitlisted queued',
  'expired lapsed run-out',
  'void voided annulled invalid',
  'submitted handed-in filed',
  'published live public on-sale',
  'shipped dispatched sent',
  'delivered arrived received came-in',
  'returned brought-back given-back',
  'used redeemed consumed',
  'draft unpublished',
  'reserved held booked kept on-hold',
  'occupied taken',
  'faulted faulty broken out-of-service out-of-order',
  'archived shelved discontinued off-sale',
  'deceased dead died passed-away',
  'left gone departed',
  'open unresolved',
  'reimbursed paid-out paid-back',
  'refunded paid-back',
  'overdue late',
  'deceased dead died passed-away',
  'year yearly annual annually',
  'month monthly',
  'week weekly',
  'day daily',
];

const byRoot = new Map<string, Set<string>>();
for (const group of groups) {
  const roots = group.split(' ').map(rootOfPhrase);
  for (const root of roots) byRoot.set(root, new Set([...(byRoot.get(root) ?? []), ...roots]));
}

/** Joins the roots of the words in a phrase: `paid out` is `pay-out`. */
export function rootOfPhrase(phrase: string): string {
  return phrase.length > 100 ? makeRoot(phrase) : rememberSome(rootsOfPhrases, phrase, 20_000, makeRoot);
}

function makeRoot(phrase: string): string {
  return phrase
    .split(/[^a-z0-9]+/i)
    .filter((word) => word !== '')
    .map(rootOf)
    .join('-');
}

/** An index by phrase, which also finds things by synonyms (see {@link areSynonyms}). */
export class SynonymIndex<Thing> {
  readonly #byRoot = new Map<string, { readonly thing: Thing; readonly at: number }[]>();

  constructor(named: Iterable<readonly [phrase: string, thing: Thing]>) {
    let at = 0;
    for (const [phrase, thing] of named) {
      const root = rootOfPhrase(phrase);
      const own = this.#byRoot.get(root);
      if (own === undefined) this.#byRoot.set(root, [{ thing, at }]);
      else own.push({ thing, at });
      at += 1;
    }
  }

  /** Returns the things whose phrases have the same words in other forms. */
  alike(phrase: string): Thing[] {
    return (this.#byRoot.get(rootOfPhrase(phrase)) ?? []).map(({ thing }) => thing);
  }

  /** Returns the things that a phrase or one of its synonyms names, in their original order. */
  named(phrase: string): Thing[] {
    const root = rootOfPhrase(phrase);
    const found = [...new Set([root, ...(byRoot.get(root) ?? [])])].flatMap((each) => this.#byRoot.get(each) ?? []);
    return found.sort((one, other) => one.at - other.at).map(({ thing }) => thing);
  }
}

/** True if two phrases can name the same state. */
export function areSynonyms(one: string, other: string): boolean {
  const root = rootOfPhrase(one);
  return root === rootOfPhrase(other) || byRoot.get(root)?.has(rootOfPhrase(other)) === true;
}
