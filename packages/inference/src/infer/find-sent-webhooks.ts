import { isObject, membersOf } from '@understudy/contract';
import {
  lastSegment,
  normalizeName,
  type Resource,
  type ResourceEffect,
  remember,
  type SchemaReader,
  toSingular,
} from '@understudy/model';
import type { SurveyedOperation } from './survey.js';

/** Words for events in webhook names, by effect. */
const happenings: Readonly<Partial<Record<ResourceEffect, RegExp>>> = {
  create: /(created?|opened|added|new|submitted|placed|registered)/,
  replace: /(updated?|edited|changed|modified|replaced)/,
  update: /(updated?|edited|changed|modified)/,
  delete: /(deleted?|removed|destroyed)/,
};

/**
 * Finds the webhooks that an operation sends: those whose names contain the resource and the event. Callbacks are found
 * separately.
 */
export function findSentWebhooks(
  schemas: SchemaReader,
  { node }: SurveyedOperation,
  does: ResourceEffect,
  resource: Resource | undefined,
): string[] {
  const callbacks = Object.keys(isObject(node.callbacks) ? node.callbacks : {}).filter(
    (name) => !name.startsWith('x-'),
  );
  const { webhooks }: { webhooks?: unknown } = membersOf(schemas.document);
  const happened = happenings[does];
  if (resource === undefined || happened === undefined) return callbacks;
  const word = normalizeName(toSingular(lastSegment(resource.shape)));
  const suited = wordsOf(webhooks).filter(
    ([name, words]) => words.includes(word) && happened.test(normalizeName(name)),
  );
  return [...callbacks, ...suited.map(([name]) => name)];
}

type NamedWords = readonly (readonly [name: string, words: readonly string[]])[];

const known = new WeakMap<object, NamedWords>();

function wordsOf(webhooks: unknown): NamedWords {
  if (!isObject(webhooks)) return [];
  return remember(known, webhooks, () =>
    Object.keys(webhooks)
      .map((name) => [name, name.split(/[^a-zA-Z0-9]+|(?<=[a-z])(?=[A-Z])/)] as const)
      .filter(([, words]) => words.length <= 2)
      .map(([name, words]) => [name, words.map((each) => normalizeName(toSingular(each)))] as const),
  );
}
