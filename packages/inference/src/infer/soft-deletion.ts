import { isObject, membersOf, resolveReference } from '@understudy/contract';
import { type ActionEffects, type Resource, splitWords } from '@understudy/model';
import { hasEffect, planEffects } from '../names/plan-effects.js';
import { archivingVerbs, endingVerbs, saysKept } from '../words/archiving.js';
import type { OperationSurvey, SurveyedOperation } from './survey.js';

/**
 * Finds the marker of a soft deletion: `archivedAt`, `retired`, the state `withdrawn`. Undefined if the record is
 * removed.
 */
export function softDeletion(
  survey: OperationSurvey,
  each: SurveyedOperation,
  { schema }: Pick<Resource, 'schema'>,
): ActionEffects | undefined {
  const { schemas } = survey;
  const [verb = ''] = splitWords(each.operation.operationId);
  const texts = textsAbout(survey, each);
  const named = [...schemas.chosen(schema).properties.keys()].filter((name) => texts.includes(`\`${name}\``));
  const isSaid = saysKept.test(texts);
  return [...archivingVerbs, ...endingVerbs]
    .map((one) => ({ one, effects: planEffects(schemas, schema, one) }))
    .filter(
      ({ one, effects }) =>
        isSaid ||
        (one === verb && archivingVerbs.includes(one)) ||
        Object.keys(effects.set).some((name) => named.includes(name)),
    )
    .find(({ effects }) => hasEffect(effects))?.effects;
}

/** Returns the descriptions of an operation, of the GET at its path, and of its tags. */
function textsAbout({ byShape, schemas: { document } }: OperationSurvey, { shape, node }: SurveyedOperation): string {
  const read = byShape.get(shape)?.get('GET')?.node ?? {};
  const own: readonly unknown[] = Array.isArray(node['tags']) ? node['tags'] : [];
  const { tags: listed } = membersOf(document);
  const tags: readonly unknown[] = Array.isArray(listed) ? listed : [];
  const about = tags.filter((tag) => isObject(tag) && own.includes(tag['name']));
  const responses = [node, read].flatMap(({ responses }) => (isObject(responses) ? Object.entries(responses) : []));
  const successes = responses.flatMap(([status, response]) =>
    /^2/.test(status) ? [resolveReference(document, response)] : [],
  );
  const all: readonly unknown[] = [node, read, ...about, ...successes];
  return all
    .map((each) => (isObject(each) ? `${each['summary'] ?? ''}. ${each['description'] ?? ''}.` : ''))
    .join('\n');
}
