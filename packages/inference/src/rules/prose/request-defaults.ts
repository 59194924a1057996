import type { OperationPlan } from '@understudy/model';
import { defaultPhraseIn } from '../../prose/default-phrases.js';
import { ProseReader } from '../../prose/prose-reader.js';
import { plainText } from '../../prose/reasons.js';
import type { Scope } from '../../prose/scope.js';
import { sentencesOf } from '../../prose/sentences.js';
import { dot } from '../../prose/vocabulary.js';
import type { Knowledge } from '../rule.js';
import { sentMembers, sentSchema } from '../sent-members.js';

/** Reads the values of members that a request omits, by their names. */
export function requestDefaults(
  known: Knowledge,
  { operation }: OperationPlan,
  scope: Scope,
): ReadonlyMap<string, string> {
  const { schemas } = known.plan;
  const { required } = schemas.chosen(sentSchema(operation));
  const reader = new ProseReader();
  const { outer: _request, ...own } = scope;
  const found = new Map<string, string>();
  for (const [name, schema] of sentMembers(schemas, operation)) {
    const { default: usual, description } = schemas.chosen(schema).keywords;
    if (required.has(name)) continue;
    if (usual !== undefined) found.set(name, JSON.stringify(usual));
    for (const text of sentencesOf(description).map(plainText)) {
      const bare = defaultPhraseIn(text)?.replace(
        /^(?:all|everything|whatever|what) (?:that |which )?(?:(?:it|was|is|has been|were) )?(?=[a-z]+$)/,
        '',
      );
      const value = bare === undefined ? undefined : reader.value(bare, own);
      const isOwn = value?.expression.includes(dot(scope.variable, name)) === true;
      if (value !== undefined && value.isDate !== true && !isOwn)
        found.set(name, value.expression.replace(/^double\((self\.\w+)\)$/, '$1'));
    }
  }
  return found;
}

/** Puts the values of omitted members into a condition. */
export function withDefaults(condition: string, defaults: ReadonlyMap<string, string>): string {
  return [...defaults].reduce((text, [name, value]) => {
    const sent = dot('body', name);
    return /^\w+$/.test(name)
      ? text.replace(new RegExp(`\\bbody\\.${name}\\b`, 'g'), `(has(${sent}) ? ${sent} : ${value})`)
      : text;
  }, condition);
}
