import { allowedStates } from './allowed-states.js';
import type { Scope } from './scope.js';
import { readStatePhrase } from './state-phrases.js';
import { pluralOf } from './states.js';
import type { Kind } from './vocabulary.js';

/** Returns a pattern for noun phrases that refer to a record of the resource. */
export function nounPattern({ nouns }: Pick<Kind, 'nouns'>): string {
  const all = nouns.flatMap((noun) => [noun, pluralOf(noun)]);
  return `(?:the |this |that |an? |all |its? )?(?:${[...all, 'resource', 'record', 'entity', 'object', 'it', 'they'].join('|')})`;
}

/** Reads the states in a phrase: `draft` in "a draft", "draft orders" and "an order in status draft". */
export function readStates(scope: Scope, phrase: string): string[] | undefined {
  const bare = phrase
    .replace(/\b(?:still|already|currently|before|now|just|its (?:status|state)|it|they|them)\b/g, ' ')
    .replace(
      new RegExp(
        `^ *(?:(?:the|an?|any|all|its|these|those|this) )?(?:${nounPattern(scope.kind)} )?(?:(?:that|which|whose status|whose state) )?(?:(?:is|are|was|were|has been|have been) )?(?:in |with )?(?:the )?(?:status |state )?`,
      ),
      '',
    )
    .replace(/\s+/g, ' ')
    .trim();
  const condition = readStatePhrase(bare, scope) ?? readStatePhrase(phrase.trim(), scope);
  return condition === undefined ? undefined : allowedStates(condition, scope.kind);
}
