import { type Criterion, parseBodyValue } from '@understudy/conformance';
import { isObject, joinPointer, membersOf } from '@understudy/contract';
import { finds } from './cel.js';
import type { ForeignObject } from './foreign-object.js';
import { addCall, type NameValuePairs } from './imported.js';
import { StubDraft } from './stub-draft.js';

/**
 * Reads a Pact file, version 1 to 4. Each interaction becomes a scenario for the provider and a stub for the consumer.
 */
export function readPact(file: ForeignObject): void {
  file.into.title ||= `${file.object('consumer').text('name')} and ${file.object('provider').text('name')}`;
  for (const interaction of file.objects('interactions')) {
    const type = interaction.text('type') || 'Synchronous/HTTP';
    if (type === 'Synchronous/HTTP') readInteraction(interaction);
    else interaction.omit(`an interaction of type ${type} is not supported`);
  }
  for (const message of file.objects('messages')) message.omit('a message is not supported');
  if (file.has('interactions'))
    file.note('further parameters are accepted, and requests of no interaction are answered from the description');
  file.ignore('metadata createdAt _links').end();
}

interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly rules: BodyMatchingRules;
}

function readInteraction(interaction: ForeignObject): void {
  interaction.ignore('key pending _id comments transport pluginConfiguration');
  const states = interaction.objects('providerStates').map((state) => state.text('name'));
  const given = [interaction.text('providerState provider_state'), ...states].filter((state) => state !== '');
  for (const state of given) interaction.omit(`the provider state "${state}" is not set up; prepare it with a seed`);
  const [request, response] = [interaction.object('request'), interaction.object('response')];
  const [sent, expected] = [readMessage(request), readMessage(response)];
  const name = interaction.text('description');
  const [method, path] = [(request.text('method') || 'GET').toUpperCase(), request.text('path') || '/'];
  const query = readQuery(request);
  const { headers, body } = expected;
  const status = response.number('status') ?? 200;
  const type = Object.entries(sent.headers).find(([each]) => each.toLowerCase() === 'content-type')?.[1];
  const mediaType = type ?? (typeof sent.body === 'object' ? 'application/json' : 'text/plain');
  const criteria = Object.entries(headers).flatMap(([each, value]) => {
    const isPlain =
      /^[\w-]+$/.test(each) && !/^content-type$/i.test(each) && !isRelaxed(expected.rules, `$.header.${each}`);
    return isPlain ? [{ condition: `$response.header.${each} == '${value.replaceAll("'", "''")}'` }] : [];
  });
  addCall(interaction.into, {
    ...{ place: interaction.place, name, group: [name, ...given].join(' given '), method, url: path, query },
    headers: sent.headers,
    body: sent.body === undefined ? undefined : { mediaType, value: sent.body },
    responses: [{ status, headers, ...(body === undefined ? {} : { body }) }],
    criteria: [...criteria, ...toBodyCriteria(body, expected.rules, response)],
  });
  const draft = new StubDraft(interaction, name);
  const relaxedText = (place: string, value: string): string => (isRelaxed(sent.rules, place) ? '*' : value);
  for (const [place, { match }] of sent.rules)
    if (!ofType.test(String(match))) request.omit(`any value matches the pattern for ${place}`);
  draft.method(method);
  const parts = path.split('/').map((part) => (/\d/.test(part) ? '*' : part));
  draft.match.path = isRelaxed(sent.rules, '$.path') ? parts.join('/') : path;
  for (const [each, value] of query) {
    const wanted = relaxedText(`$.query.${each}`, value);
    const isPlain = /^[\w~-]+$/.test(`${each}${wanted}`);
    if (!(each in draft.match.query)) draft.match.query[each] = wanted;
    else if (isPlain) draft.condition(() => finds('request.url', `[?&]${each}=${wanted}(?:&|$)`));
    else request.omit(`only the first value of the parameter ${each} is compared`);
  }
  for (const [each, value] of Object.entries(sent.headers))
    if (!/^content-type$/i.test(each)) draft.match.headers[each] = relaxedText(`$.header.${each}`, value);
  if (isObject(sent.body) && sent.rules.length === 0) draft.json(sent.body, true);
  else if (sent.body !== undefined) {
    draft.match.body = relaxed(sent.body, '$.body', sent.rules);
    if (isObject(sent.body)) request.note('a body with more members also matches');
  }
  Object.assign(draft.headers, headers);
  draft.effect = { status, body: body ?? '' };
  draft.add();
  for (const each of [request, response, interaction]) each.end();
}

function readMessage(message: ForeignObject): Message {
  const headers = Object.fromEntries(message.members('headers'));
  const given = message.value('body') ?? undefined;
  const rules = readRules(message);
  if (message.has('generators')) message.omit('generators are replaced by the values of the example', 'generators');
  message.ignore('generators');
  // Version 4 wraps the content.
  const { content, encoded, contentType } = membersOf(given);
  if (contentType === undefined || content === undefined) return { headers, body: given, rules };
  const text = encoded === 'base64' ? Buffer.from(String(content), 'base64').toString() : content;
  return { headers, body: typeof text === 'string' && encoded ? parseBodyValue(text) : text, rules };
}

/** Reads matching rules. Version 2 uses paths; version 3 groups matchers in categories. */
function readRules(message: ForeignObject): BodyMatchingRules {
  const value = message.value('matchingRules');
  return Object.entries(isObject(value) ? value : {}).flatMap(([category, rule]): BodyMatchingRules => {
    if (!isObject(rule)) return [];
    if (category.startsWith('$')) return [[category.replace('.headers.', '.header.'), rule]];
    const own = Array.isArray(rule['matchers']) ? { '': rule } : rule;
    return Object.entries(own).flatMap(([path, each]): BodyMatchingRules => {
      const [first, ...others]: unknown[] = [membersOf(each).matchers ?? []].flat();
      const below = path.startsWith('$') ? path.slice(1) : path === '' ? '' : `.${path}`;
      const place = `$.${category}${below}`;
      if (others.length > 0) message.omit(`only the first matcher for ${place} is used`);
      for (const name of ['min', 'max'])
        if (membersOf(first)[name] !== undefined) message.omit(`${name} of ${place} is not compared`);
      return isObject(first) ? [[place, first]] : [];
    });
  });
}

function readQuery(request: ForeignObject): NameValuePairs {
  const query = request.value('query');
  if (!isObject(query)) return [...new URLSearchParams(request.text('query'))];
  return Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, String(value)] as const),
  );
}

/** Returns the expected request body, without values for which a rule allows others. */
function relaxed(value: unknown, path: string, rules: BodyMatchingRules): unknown {
  if (Array.isArray(value)) return value.map((item) => relaxed(item, `${path}[*]`, rules));
  if (typeof value === 'string') return isRelaxed(rules, path) ? '*' : value;
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(
    ([name, item]) =>
      typeof item === 'string' || isObject(item) || Array.isArray(item) || !isRelaxed(rules, `${path}.${name}`),
  );
  return Object.fromEntries(kept.map(([name, item]) => [name, relaxed(item, `${path}.${name}`, rules)]));
}

/** Paths such as `$.body.items[*].id` with their matchers. */
type BodyMatchingRules = readonly (readonly [string, Readonly<Record<string, unknown>>])[];

/** Paths of relaxed values, cached because each value of a body is looked up in them. */
const relaxedPaths = new WeakMap<BodyMatchingRules, ReadonlySet<string>>();

/** Returns whether a rule accepts other values at a path. */
function isRelaxed(rules: BodyMatchingRules, path: string): boolean {
  const plain = (rule: string): string => rule.replace(/\['([^']*)'\]/g, '.$1').replace(/\[(?:\d+|\*)\]/g, '[*]');
  const relaxed =
    relaxedPaths.get(rules) ??
    new Set(rules.flatMap(([rule, { match }]) => (match === 'equality' ? [] : [plain(rule)])));
  relaxedPaths.set(rules, relaxed);
  return relaxed.has(path);
}

const most = 200;
/** Matchers that a comparison of the type or value can express. */
const ofType = /^(?:type|equality|integer|decimal|number|null|boolean|undefined)$/;

/**
 * Creates criteria for the leaves of an expected body. A leaf must be equal. If a rule relaxes its value, it only has
 * to be present.
 */
function toBodyCriteria(body: unknown, rules: BodyMatchingRules, response: ForeignObject): Criterion[] {
  for (const [path, { match }] of rules)
    if (path === '$.status')
      response.omit(`the matcher "${String(match)}" for ${path} accepts only the example's status`);
    else if (!ofType.test(String(match)))
      response.omit(`the matcher "${String(match)}" for ${path} was reduced to a presence check`);
  const criteria: Criterion[] = [];
  const visit = (value: unknown, pointer: string, path: string, isLoose: boolean): void => {
    const loose = isLoose || isRelaxed(rules, path);
    const at = `$response.body${pointer === '' ? '' : `#${pointer}`}`;
    const literal = typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
    if (Array.isArray(value))
      // For a list with a rule, one item is enough to check its shape.
      for (const [index, item] of value.slice(0, loose ? 1 : most).entries())
        visit(item, `${pointer}/${index}`, `${path}[*]`, loose);
    else if (isObject(value))
      for (const [name, part] of Object.entries(value))
        visit(part, joinPointer(pointer, name), `${path}.${name}`, loose);
    else if (/[^\w./~#$-]/.test(at)) response.omit(`the member name ${path} cannot be used in a criterion`);
    else if (!loose) criteria.push({ condition: `${at} == ${literal}` });
    else if (value !== null) criteria.push({ condition: `${at} != null` });
  };
  if (body !== undefined) visit(body, '', '$.body', false);
  if (criteria.length > most) response.omit(`only the first ${most} of ${criteria.length} values are compared`);
  return criteria.slice(0, most);
}
