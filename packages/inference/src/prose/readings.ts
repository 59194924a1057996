import { remember } from '@understudy/model';
import type { Scope } from './scope.js';
import type { Kind, Vocabulary } from './vocabulary.js';

/** Results of reading phrases, by type of result and text. */
export type Readings = Map<string, Map<string, unknown>>;

/** Cached results for a scope and its inner scopes. */
interface ScopeReadings {
  readonly known: Readings;
  readonly inside: WeakMap<Kind, Map<string, ScopeReadings>>;
}

const ofVocabularies = new WeakMap<Vocabulary, ScopeReadings>();
const ofScopes = new WeakMap<Scope, ScopeReadings>();

/**
 * Returns the cached results for a scope. Equal scopes share them, because many operations repeat the same sentences.
 */
export function readingsIn(scope: Scope): ScopeReadings {
  return remember(ofScopes, scope, () => {
    const { outer, vocabulary, kind, variable } = scope;
    const around = outer === undefined ? remember(ofVocabularies, vocabulary, create) : readingsIn(outer);
    return remember(
      remember(around.inside, kind, () => new Map()),
      variable,
      create,
    );
  });
}

function create(): ScopeReadings {
  return { known: new Map(), inside: new WeakMap() };
}
