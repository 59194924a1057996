import { isObject } from '@understudy/contract';
import type { Resource } from '@understudy/model';
import { isNounOf } from '../prose/phrases.js';
import { vocabularyOf } from '../prose/vocabulary.js';
import type { Knowledge } from './rule.js';

/** The descriptions of tags with the name of a resource and of tags used only for its operations. */
export function tagTextsOf(
  known: Pick<Knowledge, 'document' | 'plan' | 'model'>,
  { name: resource }: Pick<Resource, 'name'>,
): readonly { readonly text: unknown; readonly from: string }[] {
  const { document } = known;
  const kind = vocabularyOf(known).kinds.get(resource);
  const operations = [...known.plan.operations.values()];
  const isOnlyOf = (tag: unknown) => {
    const tagged = operations.filter(({ node: { tags } }) => Array.isArray(tags) && tags.includes(tag));
    return tagged.length > 0 && tagged.every((each) => each.resource?.name === resource);
  };
  const tags: readonly unknown[] = 'tags' in document && Array.isArray(document.tags) ? document.tags : [];
  return tags.flatMap((tag, index) =>
    kind !== undefined && isObject(tag) && (isNounOf(kind, String(tag['name']).toLowerCase()) || isOnlyOf(tag['name']))
      ? [{ text: tag['description'], from: `#/tags/${index}/description` }]
      : [],
  );
}
