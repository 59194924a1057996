import { isObject } from '@understudy/contract';
import { type OperationPlan, type Resource, remember } from '@understudy/model';
import { isNounOf } from '../prose/phrases.js';
import { type Kind, vocabularyOf } from '../prose/vocabulary.js';
import type { Knowledge } from './rule.js';

type TagText = { readonly text: unknown; readonly from: string };

const textsOfKinds = new WeakMap<Kind, readonly TagText[]>();
const resourcesOfTags = new WeakMap<object, Map<unknown, Set<string | undefined>>>();

/** The descriptions of tags with the name of a resource and of tags used only for its operations. */
export function tagTextsOf(
  known: Pick<Knowledge, 'document' | 'plan' | 'model'>,
  { name: resource }: Pick<Resource, 'name'>,
): readonly TagText[] {
  const { document } = known;
  const kind = vocabularyOf(known).kinds.get(resource);
  if (kind === undefined) return [];
  return remember(textsOfKinds, kind, () => {
    const tagged = remember(resourcesOfTags, known.plan.operations, () => listResources(known.plan.operations));
    const isOnlyOf = (tag: unknown) => tagged.get(tag)?.size === 1 && tagged.get(tag)?.has(resource) === true;
    const tags: readonly unknown[] = 'tags' in document && Array.isArray(document.tags) ? document.tags : [];
    return tags.flatMap((tag, index) =>
      isObject(tag) && (isNounOf(kind, String(tag['name']).toLowerCase()) || isOnlyOf(tag['name']))
        ? [{ text: tag['description'], from: `#/tags/${index}/description` }]
        : [],
    );
  });
}

/** The resources of the operations with each tag. */
function listResources(operations: ReadonlyMap<string, OperationPlan>): Map<unknown, Set<string | undefined>> {
  const found = new Map<unknown, Set<string | undefined>>();
  for (const { node, resource } of operations.values())
    for (const tag of Array.isArray(node['tags']) ? node['tags'] : [])
      remember(found, tag, () => new Set()).add(resource?.name);
  return found;
}
