import { isObject } from '@understudy/contract';
import type { ApiPlan } from '@understudy/model';
import { readNumberWord } from '../words/number-words.js';

const list = '(?:waiting list|waitlist|queue)';
const forms = [
  new RegExp(
    `\\b${list}\\b[^.;]{0,60}? (?:has (?:room|space|places) for|has|holds|takes|is limited to|is closed after) (?:up to |at most |no more than )?(\\w+)\\b`,
    'i',
  ),
  new RegExp(
    `\\b(?:up to|at most|no more than|only) (\\w+) [a-z]{1,20} (?:can |may )?(?:be |wait |stand )?(?:on|in) (?:the |its |a )?${list}\\b`,
    'i',
  ),
];

/** "The waiting list has room for three": the number of places on it, if the description names just one. */
export function waitingPlacesIn(
  { operations }: Pick<ApiPlan, 'operations'>,
  document: { readonly info: { readonly description?: unknown } } | undefined,
): number | undefined {
  const tags: readonly unknown[] = document !== undefined && 'tags' in document ? [document.tags].flat() : [];
  const texts = [
    document?.info.description,
    ...tags.map((each) => (isObject(each) ? each['description'] : undefined)),
    ...[...operations.values()].map(({ node }) => node['description']),
  ].flatMap((text) => (typeof text === 'string' ? [text.slice(0, 20_000).replace(/\s+/g, ' ')] : []));
  const [places, another] = new Set(
    texts.flatMap((text) => forms.flatMap((form) => readNumberWord(form.exec(text)?.[1] ?? '') ?? [])),
  );
  return another === undefined ? places : undefined;
}
