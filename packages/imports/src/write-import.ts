import { createRedactor, type Redactor, redactBody, toCamelCase } from '@understudy/conformance';
import {
  membersOf,
  omitUndefined,
  parseJson,
  plausibleSecretPattern,
  stringifyJson,
  toKebabCase,
  writeYaml,
} from '@understudy/contract';
import { createCrudModel } from './crud-model.js';
import { describeCalls } from './describe-calls.js';
import { dropServerHeaders, type ImportedStub, type ImportResult } from './imported.js';
import { toScenarios } from './to-scenarios.js';

/** Maximum number of listed omissions. */
const mostListed = 1000;

/**
 * Writes calls and stubs as an OpenAPI description, Arazzo scenarios and control plane rules, without secrets.
 *
 * @param api name of the API
 * @returns file contents by relative path
 */
export async function writeImport(given: ImportResult, api: string): Promise<Record<string, string>> {
  const redactor = redactorOf(given);
  // Equal secrets in saved responses get equal replacements, so that a sign-in and its token still match.
  const recorded = redactorOf(given, true);
  const { omissions } = given;
  /** Redacts names before they are shortened or become ids. */
  const named = <T extends { name: string }>(each: T): T => ({ ...each, name: redactor.text(each.name) });
  const imported: ImportResult = {
    ...given,
    title: redactor.text(given.title),
    calls: given.calls.map((call) => ({ ...named(call), group: redactor.text(call.group) })),
    stubs: given.stubs.map(named),
  };
  const replaced = new Set<string>();
  /** Redacts responses, whose secrets cannot become inputs. */
  const safe = (value: unknown, place: string): unknown => {
    const { base64 } = membersOf(value);
    const decoded =
      typeof base64 === 'string' ? { ...membersOf(value), base64: redactBase64(base64, recorded) } : value;
    const redacted = recorded.value(decoded);
    if (stringifyJson(redacted) !== stringifyJson(value) && !replaced.has(place))
      omissions.push({ place, what: 'secrets are replaced by redacted-1 and so on', isNote: true });
    if (stringifyJson(redacted) !== stringifyJson(value)) replaced.add(place);
    return redacted;
  };
  const { document, operations } = describeCalls(imported, imported.title || api, {
    text: recorded.text,
    value: (value) => safe(value, `${api}.yaml`),
  });
  const files: Record<string, string> = { [`${api}.yaml`]: await writeYaml(document) };
  const scenarios = toScenarios(imported, { api, operations, redactor });
  if (scenarios.workflows.length > 0) files[`scenarios/${api}.arazzo.yaml`] = await writeYaml(scenarios);
  for (const what of listVariables(imported))
    omissions.push({ place: 'variables', what, ...(what.startsWith('no request uses') ? { isNote: true } : {}) });
  const rules = [...imported.stubs, ...stubsOfExamples(imported, operations)].flatMap((stub, index) => {
    const { name, place, match, effect, times, ttl, scenario, every, probability } = stub;
    const matched = Object.entries(match).filter(([, part]) => stringifyJson(part ?? {}) !== '{}');
    const why = tooLarge(stub);
    if (why !== undefined) omissions.push({ place, what: `${why}; the stub is left out` });
    const id = `${index + 1}-${toKebabCase(name)}`.slice(0, 60);
    // The values of a local mock are not secret: its clients send them, and the rule compares them.
    const isLocal = index < imported.stubs.length;
    const pattern = Object.fromEntries([...matched, ...Object.entries(omitUndefined({ every, probability }))]);
    const rule = isLocal
      ? { id, match: pattern, effect }
      : { id, match: withWildcards(safe(pattern, place)), effect: safe(effect, place) };
    return why === undefined ? [{ ...rule, ...omitUndefined({ times, ttl, scenario }) }] : [];
  });
  const faults = [...rules, ...listUnmatched(imported.stubs)];
  if (faults.length > 0) files['rules.json'] = `${stringifyJson({ faults }, 2)}\n`;
  const { records } = imported;
  const seed = Object.fromEntries([...records].map(([name, { items }]) => [name, items]));
  if (records.size > 0) files[`${api}.model.yaml`] = await writeYaml(createCrudModel(records, operations));
  if (records.size > 0) files['seed.json'] = `${stringifyJson(seed, 2)}\n`;
  // The tool serves nothing but its stubs.
  const isComplete = imported.stubs.some((stub) => stub.isComplete) && imported.calls.every((call) => call.isLocal);
  files['understudy.config.yaml'] = await writeYaml({
    apis: [`./${api}.yaml`],
    ...(faults.length > 0 ? { faults: './rules.json' } : {}),
    ...(records.size > 0 ? { model: { [api]: `./${api}.model.yaml` } } : {}),
    ...(records.size > 0 ? { seed: './seed.json' } : isComplete ? { seed: 'empty' } : {}),
  });
  const further = omissions.splice(mostListed).length;
  if (further > 0) omissions.push({ place: '…', what: `${further} further parts are not carried over exactly` });
  for (const [index, { place, what, ...rest }] of omissions.entries())
    omissions[index] = { place: redactor.text(place), what: redactor.text(what), ...rest };
  return files;
}

/** Creates rules that respond with 404, as the tool does, to requests of an operation that match no stub. */
function listUnmatched(stubs: readonly ImportedStub[]): object[] {
  const places = new Map<string, object>();
  for (const { match, isComplete } of stubs) {
    const { method, path } = match;
    if (isComplete !== true || method === undefined || path === '*') continue;
    const id = `unmatched-${method.toLowerCase()}-${toKebabCase(path)}`.slice(0, 80);
    places.set(id, { id, match: { method, path }, effect: { status: 404, body: '' } });
  }
  return [...places.values()];
}

/** Replaces each secret with a wildcard, because a rule cannot compare secrets. */
function withWildcards(pattern: unknown): unknown {
  return parseJson(stringifyJson(pattern).replace(/redacted-\d+/g, '*'));
}

function redactBase64(base64: string, { text }: Redactor): string {
  return Buffer.from(redactBody(Buffer.from(base64, 'base64'), undefined, text)).toString('base64');
}

/** Lists variables that are unused, have several values, or are generated by the tool. */
function listVariables({ variables, calls }: ImportResult): string[] {
  const texts = stringifyJson([calls, variables.map(({ value }) => value)]);
  const used = new Set([...texts.matchAll(/\{\{([^{}]+)\}\}/g)].map(([, name = '']) => name.trim()));
  const values = new Map<string, Set<string | undefined>>();
  for (const { name, value, secret } of variables)
    values.set(name, (values.get(name) ?? new Set()).add(value ?? secret));
  const unused = [...values.keys()].filter((name) => !used.has(name));
  const several = [...values].filter(([name, { size }]) => size > 1 && used.has(name));
  return [
    ...(unused.length > 0 ? [`no request uses ${unused.join(', ')}`] : []),
    ...several.map(([name]) => `the variable ${name} has several values; the last one is used`),
    ...[...used].flatMap((name) =>
      /^\$\w/.test(name) ? [`the generated value {{${name}}} is replaced by the input ${toCamelCase(name)}`] : [],
    ),
  ];
}

/** Converts the first example of each call to a stub, and further examples if their URLs differ. */
function stubsOfExamples(
  { calls }: ImportResult,
  operations: ReturnType<typeof describeCalls>['operations'],
): ImportedStub[] {
  return calls.flatMap((call) => {
    const described = operations.get(call);
    if (call.isMocked !== true || described === undefined) return [];
    const template = described.template.split('/');
    const values = new Map(described.path);
    const stubs = new Map<string, ImportedStub>();
    for (const { name, asked, status, headers, body = '' } of call.responses) {
      if (name === undefined) continue;
      const own = stubs.size > 0 && asked?.url ? asked : undefined;
      const sent = own?.url.split(/[?#]/)[0]?.split('/') ?? [];
      const segments = template.map((segment, index) => {
        const [, parameter] = /^\{([^{}]+)\}$/.exec(segment) ?? [];
        if (parameter === undefined) return segment;
        const value = sent.at(index - template.length) ?? values.get(parameter) ?? '*';
        return value.includes('{{') ? '*' : value;
      });
      const query = Object.fromEntries(
        (own?.search ?? call.query).flatMap(([parameter, value]) =>
          value?.includes('{{') === true ? [] : [[parameter, value ?? '']],
        ),
      );
      const match = { method: call.method, path: segments.join('/'), query, headers: {} };
      const effect = { status, headers: dropServerHeaders(headers), body };
      const key = stringifyJson(match);
      if (!stubs.has(key)) stubs.set(key, { place: call.place, name: call.name, priority: 0, match, effect });
    }
    // The most specific request takes precedence.
    const breadth = ({ match: { path, query } }: ImportedStub) =>
      path.split('*').length * 100 - Object.keys(query).length;
    return [...stubs.values()].sort((one, other) => breadth(one) - breadth(other));
  });
}

/** Returns why a stub exceeds the limits of the control plane, if it does. */
function tooLarge({ match, effect }: ImportedStub): string | undefined {
  const values = [...Object.values(match.query), ...Object.values(match.headers), match.path];
  if (values.length > 20 || values.some((value) => (value?.length ?? 0) > 1000))
    return 'its conditions are too many or too long';
  if ((stringifyJson(match.body)?.length ?? 0) > 4000) return 'the body that it matches is too long for a rule';
  return stringifyJson(effect).length > 250_000 ? 'its response is too long for a rule' : undefined;
}

/** Returns a redactor that knows the secrets of all variables, calls and stubs. */
function redactorOf({ variables, calls, stubs }: ImportResult, isNumbered = false): Redactor {
  const secrets = variables.flatMap(({ secret = '' }) =>
    plausibleSecretPattern.test(secret) && !secret.includes('{{') ? [secret] : [],
  );
  const redactor = createRedactor([...new Set(secrets)], { isNumbered });
  const isFixed = ([, value]: readonly [string, string | null]) => value?.includes('{{') !== true;
  for (const { headers, body, url, query, responses } of calls) {
    redactor.headers(Object.fromEntries(Object.entries(headers).filter(isFixed)));
    const pairs = query.filter(isFixed).map((pair) => pair.join('='));
    redactor.text(`${url}?${pairs.join('&')}`);
    redactor.value([body?.value, responses]);
  }
  for (const { match, effect } of stubs) {
    redactor.value([match, effect]);
    redactBase64(String(effect['base64'] ?? ''), redactor);
  }
  return redactor;
}
