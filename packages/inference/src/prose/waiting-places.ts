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

/**
 * Reads the number of places on a waiting list, if the description mentions only one: "The waiting list has room for
 * three".
 */
export function waitingPlacesIn(
  { operations }: Pick<ApiPlan, 'operations'>,
  document: { readonly info: { readonly description?: unknown } } | undefined,
): number | undefined {
  const [places, another] = new Set(
    textsAbout({ operations }, document).flatMap((text) =>
      forms.flatMap((form) => readNumberWord(form.exec(text)?.[1] ?? '') ?? []),
    ),
  );
  return another === undefined ? places : undefined;
}

/** Matches "Arriving on the day another boat departs is no overlap", "the last day is free again". */
const touching = [
  /\b(?:arriv|start|begin|check)\w{0,4}(?: in)? (?:on|at) the (?:same )?(?:day|date|time|moment)\b[^.;]{0,60}\b(?:depart|end|leav|finish|check|return)\w{0,5}\b[^.;]{0,40}\b(?:no|not|never|fine|allowed|possible|permitted)\b/i,
  /\bback[- ]to[- ]back\b[^.;]{0,60}\b(?:fine|allowed|possible|permitted|no|not)\b/i,
  /\b(?:end|last|final|departure|check-?out|return) (?:day|date)\b[^.;]{0,30}\b(?:is|does|are) (?:free|exclusive|excluded|not (?:included|count|counted|part|blocked|occupied))\b/i,
  /\b(?:that|which) (?:only |merely )?touch\b[^.;]{0,40}\b(?:fine|allowed|not|no)\b/i,
];

/** True if a range can start on the day on which another range ends. */
export function mayTouchIn(...about: Parameters<typeof textsAbout>): boolean {
  return textsAbout(...about).some((text) => touching.some((form) => form.test(text)));
}

/** Lists the texts of a description, its tags and its operations. */
function textsAbout(
  { operations }: Pick<ApiPlan, 'operations'>,
  document: { readonly info: { readonly description?: unknown } } | undefined,
): string[] {
  const tags: readonly unknown[] = document !== undefined && 'tags' in document ? [document.tags].flat() : [];
  return [
    document?.info.description,
    ...tags.map((each) => (isObject(each) ? each['description'] : undefined)),
    ...[...operations.values()].map(({ node }) => node['description']),
  ].flatMap((text) => (typeof text === 'string' ? [text.slice(0, 20_000).replace(/\s+/g, ' ')] : []));
}
