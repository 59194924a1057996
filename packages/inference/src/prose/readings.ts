import { remember } from '@understudy/model';
import type { Scope } from './scope.js';
import type { Kind, Vocabulary } from './vocabulary.js';

/** Results of reading phrases, by kind of result and text. */
export type Readings = Map<string, Map<string, unknown>>;

/** The readings of a scope and its inner scopes. */
interface ScopeReadings {
  readonly known: Readings;
  readonly inside: WeakMap<Kind, Map<string, ScopeReadings>>;
}

const ofVocabularies = new WeakMap<Vocabulary, ScopeReadings>();
const ofScopes = new WeakMap<Scope, ScopeReadings>();

/** Returns the readings of a scope. Equal scopes share them, because many operations repeat their sentences. */
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
