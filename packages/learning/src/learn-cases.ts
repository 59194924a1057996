import { isDeepStrictEqual } from 'node:util';
import { isObject } from '@understudy/contract';
import {
  type BehaviorCase,
  type DescribedResponse,
  findResponse,
  type ListPlan,
  type OperationPlan,
} from '@understudy/model';
import { countValues } from './count-values.js';
import { type LearntList, learnLists } from './learn-list.js';
import { TemplateLearner } from './learn-template.js';
import { keyNamePattern, type Observation, type ObservedOperation } from './observe-recording.js';
import { describeBodyShape, readMediaType } from './recorded-exchange.js';
import { splitCases } from './split-cases.js';

/** Headers of responses that belong to the behavior. */
const ofBehavior =
  /^(?:location|retry-after|etag|link|www-authenticate|allow|content-type|content-location|deprecation|sunset|x-total|x-total-count|x-.*page.*|ratelimit.*|x-ratelimit.*)$/;
const deferred = 'as inferred';

/**
 * Learns the cases of an operation: its statuses, headers and bodies by conditions on requests.
 *
 * @param isInferred whether the inferred behavior handles its successes
 */
export function learnCases(
  { operation, observations, remembers }: ObservedOperation,
  isInferred: boolean,
  plan?: OperationPlan,
): BehaviorCase[] {
  const expected = commonParts(observations);
  const isRead = operation.method === 'GET' || plan?.list !== undefined;
  const lists = isInferred || !isRead ? new Map() : listsIn(observations, plan?.list);
  const learner = new TemplateLearner(
    remembers.filter((position) => !position.startsWith('response')),
    lists,
  );
  const successes = observations.filter(({ exchange }) => exchange.entry.status < 400);
  learner.findOptionals(successes, (of) => of.exchange.answer);
  const rows = observations.map((of) => {
    const missing = expected
      .filter((position) => !of.request.has(position))
      .map((position) => `${position} is missing`);
    const features = new Set([...of.features].filter((feature) => !isNameValue(feature)));
    for (const feature of missing) features.add(feature);
    return { of, features, label: labelOf(of, isInferred, { lists, learner }) };
  });
  // Statuses come first, because the codes of errors need more examples.
  const refined = splitCases(rows).flatMap((split) =>
    split.rows.every(({ of }) => of.exchange.entry.status >= 400)
      ? splitCases(
          split.rows.map((row) => ({ ...row, label: `${row.label} ${codesIn(row.of.exchange.answer)}` })),
          split.when,
        )
      : [split],
  );
  const cases = refined.map(({ when, rows: own, label }): BehaviorCase => {
    const held = own.filter((row) => row.label === label).map(({ of }) => of);
    const seen = { seen: held.length, ...(own.length > held.length ? { contradicted: own.length - held.length } : {}) };
    const isLenient = held.some(({ features }) => features.has('request is invalid'));
    const lenient = isLenient ? { lenient: true } : {};
    return label === deferred
      ? { when, ...lenient, ...seen }
      : { when, ...responseOf(held, learner, plan?.responses), ...lenient, ...seen };
  });
  return cases.length === 1 && cases[0]?.status === undefined ? [] : cases;
}

function commonParts(observations: readonly Observation[]): string[] {
  const counts = countValues(observations.flatMap(({ request }) => [...request.keys()]));
  return counts.flatMap(([position, count]) =>
    count * 2 > observations.length && count < observations.length ? [position] : [],
  );
}

/** Returns whether a statement names one entity, which other recordings do not have. */
function isNameValue(feature: string): boolean {
  const [, position] = /^(.*?) = /.exec(feature) ?? [];
  return position !== undefined && (keyNamePattern.test(position) || position.startsWith('path.'));
}

/** Returns the lists of known values in successful responses, by their position. */
function listsIn(observations: readonly Observation[], plan: ListPlan | undefined): Map<string, readonly LearntList[]> {
  const positions = observations.flatMap(({ response }) =>
    [...response].flatMap(([position, [value]]) =>
      Array.isArray(value) && !position.includes('*') ? [position.replace(/^response/, 'body')] : [],
    ),
  );
  return new Map(
    [...new Set(positions)].flatMap((position) => {
      const found = learnLists(observations, (of) => of.response.get(position.replace(/^body/, 'response'))?.[0], plan);
      return found.length === 0 ? [] : [[position, found] as const];
    }),
  );
}

/** A body without the items of lists that are learnt by themselves. */
function withoutItems(value: unknown, lists: ReadonlyMap<string, readonly LearntList[]>, position = 'body'): unknown {
  if (lists.has(position)) return Array.isArray(value) ? [] : value;
  if (!isObject(value) || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withoutItems(each, lists, `${position}.${name}`)]),
  );
}

function labelOf(
  of: Observation,
  isInferred: boolean,
  { lists, learner }: { lists: ReadonlyMap<string, readonly LearntList[]>; learner: TemplateLearner },
): string {
  const { entry, answer } = of.exchange;
  if (isInferred && entry.status < 400) return deferred;
  const own = [...lists.values()].map((each) => each.findIndex(({ items }) => items.has(of)));
  if (entry.status < 400 && own.some((index) => index >= 0))
    return `${entry.status} ${readMediaType(entry.responseHeaders)} ${own}\n${describeBodyShape(learner.withoutOptionals(withoutItems(answer, lists)))}`;
  const origins = [...of.features]
    .filter((feature) => / from /.test(feature))
    .sort()
    .join();
  const whole = isObject(answer) ? wholeEcho(of, answer) : undefined;
  if (whole !== undefined) return `${entry.status} ${whole} ${origins}`;
  return `${entry.status} ${entry.status < 400 ? origins : ''} ${readMediaType(entry.responseHeaders)}\n${describeBodyShape(entry.status < 400 ? learner.withoutOptionals(answer) : answer)}`;
}

/** The words that tell one error from others of the same shape. */
function codesIn(answer: unknown): string {
  return Object.values(Object(answer))
    .filter((value) => /^[A-Za-z]+(?:[_-][A-Za-z]+)*$/.test(String(value)))
    .join();
}

/** Where a whole response comes from, whatever its members are. */
function wholeEcho({ message, known }: Observation, answer: object): string | undefined {
  if (isDeepStrictEqual(message.body, answer)) return 'as sent';
  const values = [...known.values()];
  if (values.some(({ answered }) => isDeepStrictEqual(answered, answer))) return 'as answered before';
  return values.some(({ sent }) => isDeepStrictEqual(sent, answer)) ? 'as sent before' : undefined;
}

function responseOf(
  observations: readonly Observation[],
  ofAll: TemplateLearner,
  responses: readonly DescribedResponse[] = [],
): Omit<BehaviorCase, 'when'> {
  const [first] = observations;
  if (first === undefined) return {};
  const { entry, answer } = first.exchange;
  const learner = ofAll.forCase(entry.status < 400);
  const body = answer === undefined ? undefined : learner.learn(observations, (of) => of.exchange.answer);
  const documented = Object.keys(findResponse(responses, entry.status)?.headers ?? {}).map((name) =>
    name.toLowerCase(),
  );
  const headers = Object.entries(entry.responseHeaders).flatMap(([name, value]) => {
    if (!(ofBehavior.test(name) || documented.includes(name)) || (name === 'content-type' && answer === undefined))
      return [];
    // The media type of the response is that of its body, even if the request has the same one.
    const text =
      name === 'content-type'
        ? value
        : learner.learn(observations, (of) => of.exchange.entry.responseHeaders[name], name);
    return [[name, String(text)] as const];
  });
  return {
    status: entry.status,
    headers: Object.fromEntries(headers),
    ...(body === undefined ? {} : { body }),
    ...(Object.keys(learner.generated).length === 0 ? {} : { new: learner.generated }),
  };
}
