import { isDeepStrictEqual } from 'node:util';
import { isObject, membersOf, stringifyJson } from '@understudy/contract';
import { cookieEnd } from '@understudy/described';
import {
  type DescribedResponse,
  escapeTemplate,
  findResponse,
  type ListPlan,
  type OperationPlan,
  type ResponseStatement,
} from '@understudy/model';
import { countValues } from './count-values.js';
import { isInvalid, isMissing } from './extract-conditions.js';
import type { Gate } from './find-gates.js';
import type { LearnedRecords } from './learn-changes.js';
import { type LearntList, learnLists } from './learn-list.js';
import { type ListStatements, TemplateLearner } from './learn-template.js';
import type { Observation, ObservedOperation } from './observe-recording.js';
import { recordsNamedBy } from './record-story.js';
import { describeBodyShape, readMediaType } from './recorded-exchange.js';
import { splitCases, wordsOf } from './split-cases.js';
import { stateConditions } from './state-conditions.js';
import { joinPieces, type Piece } from './text-pieces.js';
import { allOf } from './to-cel.js';

/** Response headers that are part of the behavior. */
const ofBehavior =
  /^(?:location|retry-after|etag|link|www-authenticate|allow|content-type|content-location|deprecation|sunset|set-cookie|x-total|x-total-count|x-.*page.*|ratelimit.*|x-ratelimit.*)$/;
const deferred = 'as inferred';

/** The responses of an operation by condition, in order, and its lists of known values with their support. */
export interface LearnedResponses {
  readonly cases: readonly ResponseStatement[];
  readonly lists: Readonly<ListStatements>;
}

/**
 * Learns the responses of an operation: statuses, headers and bodies, with conditions on requests.
 *
 * @param isInferred whether the inferred behavior handles successful requests
 */
export function learnCases(
  { operation, observations, remembers }: ObservedOperation,
  isInferred: boolean,
  {
    plan,
    records,
    gates = [],
  }: { plan?: OperationPlan | undefined; records?: LearnedRecords; gates?: readonly Gate[] } = {},
): LearnedResponses {
  const expected = commonParts(observations);
  const isRead = operation.method === 'GET' || plan?.list !== undefined;
  const lists = isInferred || !isRead ? new Map() : listsIn(observations, plan?.list);
  const learner = new TemplateLearner(
    remembers.filter((position) => !position.startsWith('answer')),
    lists,
    false,
    new Map(),
    (of) => {
      const scene = records?.scenes.get(of.exchange);
      return scene === undefined ? {} : recordsNamedBy(scene);
    },
  );
  const rows = observations.map((of) => {
    const scene = records?.scenes.get(of.exchange);
    const ofState = scene === undefined || records === undefined ? [] : stateConditions(scene, records.statesOf);
    const features = new Map([...of.features, ...ofState]);
    for (const position of expected)
      if ((of.request.get(position)?.[0] ?? null) === null) features.set(isMissing(position), 'missing');
    const { entry, answer } = of.exchange;
    const says = new Set(entry.status < 400 ? [] : wordsOf(stringifyJson(answer) ?? ''));
    return { of, features, label: labelOf(of, isInferred, lists), says };
  });
  const own = gates.filter(({ without }) => !without.has(operation.id));
  const passed = own.reduce((left, gate) => left.filter(({ features }) => !gate.holds(features)), rows);
  const refused = own.flatMap(({ condition, refused: all }) => {
    const known = all.filter((of) => observations.includes(of));
    const shown = (known.length > 0 ? known : all).map((of) => ({
      of,
      features: of.features,
      label: labelOf(of, false, lists),
    }));
    return splitCases(shown, [condition]);
  });
  // Statuses are split first, because error codes need more examples.
  const refined = [...refused, ...splitCases(passed)].flatMap((split) =>
    split.rows.every(({ of }) => of.exchange.entry.status >= 400)
      ? splitCases(
          split.rows.map((row) => ({ ...row, label: `${row.label} ${codesIn(row.of.exchange.answer)}` })),
          split.when,
        )
      : [split],
  );
  const cases = refined.map(({ when, rows: own, label }): ResponseStatement => {
    const held = own.filter((row) => row.label === label).map(({ of }) => of);
    const seen = { seen: held.length, ...(own.length > held.length ? { contradicted: own.length - held.length } : {}) };
    const isLenient = held.some(({ features }) => features.has(isInvalid));
    const condition = allOf(when);
    const about = {
      ...(condition === undefined ? {} : { if: condition }),
      ...(isLenient ? { lenient: true } : {}),
      ...seen,
    };
    return label === deferred ? { ...about, pass: true } : { ...about, ...responseOf(held, learner, plan?.responses) };
  });
  return { cases: cases.length === 1 && cases[0]?.status === undefined ? [] : cases, lists: learner.statements };
}

function commonParts(observations: readonly Observation[]): string[] {
  const counts = countValues(observations.flatMap(({ request }) => [...request.keys()]));
  return counts.flatMap(([position, count]) =>
    count * 2 > observations.length && count < observations.length ? [position] : [],
  );
}

/** Returns the lists of known values in successful responses, by position. */
function listsIn(observations: readonly Observation[], plan: ListPlan | undefined): Map<string, readonly LearntList[]> {
  const positions = observations.flatMap(({ response }) =>
    [...response].flatMap(([position, [value]]) =>
      Array.isArray(value) && !position.includes('*') ? [position.replace(/^answer/, 'body')] : [],
    ),
  );
  return new Map(
    [...new Set(positions)].flatMap((position) => {
      const found = learnLists(observations, (of) => of.response.get(position.replace(/^body/, 'answer'))?.[0], plan);
      return found.length === 0 ? [] : [[position, found] as const];
    }),
  );
}

/** Returns a body without the items of lists that are learned separately. */
function withoutItems(value: unknown, lists: ReadonlyMap<string, readonly LearntList[]>, position = 'body'): unknown {
  if (lists.has(position)) return Array.isArray(value) ? [] : value;
  if (!isObject(value) || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withoutItems(each, lists, `${position}.${name}`)]),
  );
}

function labelOf(of: Observation, isInferred: boolean, lists: ReadonlyMap<string, readonly LearntList[]>): string {
  const { entry, answer } = of.exchange;
  if (isInferred && entry.status < 400) return deferred;
  const own = [...lists.values()].map((each) => each.findIndex(({ items }) => items.has(of)));
  if (entry.status < 400 && own.some((index) => index >= 0))
    return `${entry.status} ${readMediaType(entry.responseHeaders)} ${own}\n${describeBodyShape(withoutItems(answer, lists))}`;
  const origins = [...of.features]
    .flatMap(([condition, kind]) => (kind === 'from' ? condition : []))
    .sort()
    .join();
  const whole = isObject(answer) ? wholeEcho(of, answer) : undefined;
  if (whole !== undefined) return `${entry.status} ${whole} ${origins}`;
  return `${entry.status} ${entry.status < 400 ? origins : ''} ${readMediaType(entry.responseHeaders)}\n${describeBodyShape(answer)}`;
}

/** Returns the words that distinguish errors of the same shape. */
function codesIn(answer: unknown): string {
  return Object.values(membersOf(answer))
    .filter((value) => /^[A-Za-z]+(?:[_-][A-Za-z]+)*$/.test(String(value)))
    .join();
}

/** Returns where a complete response comes from if it repeats an earlier body. */
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
): ResponseStatement {
  const [first] = observations;
  if (first === undefined) return {};
  const { entry, answer } = first.exchange;
  const learner = ofAll.forCase();
  const body = answer === undefined ? undefined : learner.learn(observations, (of) => of.exchange.answer);
  const documented = Object.keys(findResponse(responses, entry.status)?.headers ?? {}).map((name) =>
    name.toLowerCase(),
  );
  const headers = Object.entries(entry.responseHeaders).flatMap(([name, value]) => {
    if (!(ofBehavior.test(name) || documented.includes(name)) || (name === 'content-type' && answer === undefined))
      return [];
    // The media type describes the response body, even if the request has the same media type.
    const text =
      name === 'content-type'
        ? escapeTemplate(value)
        : name === 'set-cookie'
          ? cookiesOf(observations, value, learner)
          : learner.learn(observations, (of) => of.exchange.entry.responseHeaders[name], name);
    return [[name, String(text)] as const];
  });
  return {
    status: entry.status,
    headers: Object.fromEntries(headers),
    ...(body === undefined ? {} : { answer: body }),
    ...(Object.keys(learner.generated).length === 0 ? {} : { new: learner.generated }),
  };
}

/** Creates the `Set-Cookie` header of a response. */
function cookiesOf(observations: readonly Observation[], header: string, learner: TemplateLearner): string {
  const lines = header.split(cookieEnd).map((cookie): Piece[] => {
    const [, name = '', , attributes = ''] = /^\s*([^=;]+)=([^;]*)(.*)$/.exec(cookie) ?? [];
    const position = `answerCookies.${name.replace(/\W/g, '_')}`;
    const value = String(learner.learn(observations, (of) => of.response.get(position)?.[0], 'token'));
    const piece = value.startsWith('=') ? { expression: value.slice(1) } : { text: value };
    return [{ text: `${name}=` }, piece, { text: attributes }];
  });
  return joinPieces(lines.flatMap((pieces, index) => (index === 0 ? pieces : [{ text: '\n' }, ...pieces])));
}
