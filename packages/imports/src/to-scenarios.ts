import {
  type ArazzoDocument,
  effectNames,
  findExpressions,
  isSecretName,
  type OperationEffect,
  type Redactor,
  RequestValueWriter,
  type Step,
  type StepParameter,
  toCamelCase,
  ValueLinks,
  type Workflow,
  WorkflowInputs,
} from '@understudy/conformance';
import {
  isExactNumber,
  isSecretHeader,
  isSecretParameter,
  membersOf,
  redactedText,
  reserveUniqueName,
  stringifyJson,
  toKebabCase,
} from '@understudy/contract';
import type { DescribedCall } from './describe-calls.js';
import type { ImportedCall, ImportedVariable, ImportResult, NameValuePairs, QueryPairs } from './imported.js';

interface ScenarioSource {
  readonly api: string;
  readonly operations: ReadonlyMap<ImportedCall, DescribedCall>;
  /** Knows the secrets of the imported files. */
  readonly redactor: Redactor;
}

const effects = new Map<string, OperationEffect>([
  ['GET', 'read'],
  ['HEAD', 'read'],
  ['OPTIONS', 'read'],
  ['POST', 'create'],
  ['DELETE', 'destroy'],
]);

/** Creates an Arazzo document with a workflow for each group of calls. Variables and secrets become inputs. */
export function toScenarios(imported: ImportResult, source: ScenarioSource): ArazzoDocument {
  const { api, redactor } = source;
  const calls = imported.calls.filter(
    (call) => call.isLocal !== true && call.isExample !== true && source.operations.has(call),
  );
  const groupOf = joinGroups(calls);
  const ids = new Set<string>();
  const variables = new Map(imported.variables.map((each) => [each.name, each]));
  const workflows = [...new Set(calls.map(groupOf))].map((group): Workflow => {
    const own = calls.filter((call) => groupOf(call) === group);
    const values = new StepValues(variables, redactor);
    const taken = new Set<string>();
    const steps = own.map((call) =>
      stepOf(call, reserveUniqueName(toKebabCase(call.name).slice(0, 80), taken), source, values),
    );
    const inputs = values.inputs.schema();
    const { required } = membersOf(inputs);
    for (const name of Array.isArray(required) ? required : []) imported.inputs.add(String(name));
    const secrets = values.inputs.secrets.join(', ');
    if (secrets !== '')
      imported.omissions.push({
        place: group || api,
        what: `secrets are replaced by required inputs: ${secrets}`,
        isNote: true,
      });
    const worst = Math.max(...own.map(({ method }) => effectNames.indexOf(effects.get(method) ?? 'mutate')));
    return {
      workflowId: reserveUniqueName(toKebabCase(group || api).slice(0, 80), ids),
      summary: (group || api).slice(0, 200),
      'x-claims': [],
      'x-effects': effectNames[worst] ?? 'mutate',
      ...(inputs === undefined ? {} : { inputs }),
      steps,
    };
  });
  return {
    arazzo: '1.0.1',
    info: { title: `Imported: ${imported.title || api}`, version: '1' },
    'x-api': api,
    sourceDescriptions: [{ name: api, url: `../${api}.yaml`, type: 'openapi' }],
    workflows,
  };
}

/**
 * Joins groups if a call in one uses a variable set by a call in the other, because workflows do not share their
 * outputs.
 *
 * @returns a function that returns a call's group: the first of the joined groups
 */
function joinGroups(calls: readonly ImportedCall[]): (call: ImportedCall) => string {
  const joined = new Map<string, string>();
  const firstOf = (group: string): string => {
    const next = joined.get(group);
    return next === undefined ? group : firstOf(next);
  };
  const setIn = new Map<string, string>();
  for (const { responses: _responses, outputs = [], group, ...sent } of calls) {
    for (const [, name = ''] of stringifyJson(sent).matchAll(/\{\{([^{}]+)\}\}/g)) {
      const [from, to] = [firstOf(group), firstOf(setIn.get(name.trim()) ?? group)];
      if (from !== to) joined.set(from, to);
    }
    for (const [name] of outputs) setIn.set(name, group);
  }
  return ({ group }) => firstOf(group);
}

/** Headers that every client sets itself. */
const ofClient = /^(?:content-type|content-length|host|connection)$/i;

function stepOf(
  call: ImportedCall,
  stepId: string,
  { api, operations, redactor }: ScenarioSource,
  values: StepValues,
): Step {
  const { operationId, path } = operations.get(call) ?? { operationId: '', path: [] };
  const headers = Object.entries(call.headers).filter(([name]) => !ofClient.test(name));
  const toParameters = (
    pairs: NameValuePairs,
    place: StepParameter['in'] & string,
    isSecret?: (name: string) => boolean,
  ): StepParameter[] =>
    pairs.map(([name, value]) => ({ name, in: place, value: values.text(value, name, isSecret?.(name)) }));
  const parameters = [
    ...toParameters(path, 'path'),
    ...toQuery(call.query, values),
    ...toParameters(headers, 'header', isSecretHeader),
  ];
  const outputs = (call.outputs ?? []).map(([name, expression]) => [toCamelCase(name), expression] as const);
  for (const [name] of call.outputs ?? []) values.outputs.set(name, `$steps.${stepId}.outputs.${toCamelCase(name)}`);
  const declared = Object.entries(call.headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const isMultipart = call.body?.mediaType.startsWith('multipart/') === true;
  // A string body contains its own boundary.
  const isWritten = typeof call.body?.value === 'string';
  const contentType = isMultipart && !isWritten ? 'multipart/form-data' : (declared ?? call.body?.mediaType ?? '');
  const body = call.body && { contentType, payload: values.of(call.body.value, 'body') };
  const { status } = call.responses.find((each) => each.status < 400) ?? call.responses[0] ?? {};
  const criteria = (call.criteria ?? []).map(({ condition }) => ({ condition: withoutSecret(condition, redactor) }));
  const isStated = criteria.some(({ condition }) => condition.startsWith('$statusCode'));
  const expected = { condition: status === undefined ? '$statusCode < 400' : `$statusCode == ${status}` };
  return {
    stepId,
    description: call.name.slice(0, 200),
    operationId: `$sourceDescriptions.${api}.${operationId}`,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: body }),
    successCriteria: [...(isStated ? [] : [expected]), ...criteria],
    ...(outputs.length === 0 ? {} : { outputs: Object.fromEntries(outputs) }),
  };
}

/** Writes a repeated parameter as a list, and a parameter without a value as null. */
function toQuery(query: QueryPairs, values: StepValues): StepParameter[] {
  const lists = new Map<string, (string | null)[]>();
  for (const [name, value] of query) lists.set(name, [...(lists.get(name) ?? []), value]);
  return [...lists].map(([name, list]) => {
    const texts = list.map((value) => (value === null ? null : values.text(value, name, isSecretParameter(name))));
    return { name, in: 'query', value: texts.length === 1 ? texts[0] : texts };
  });
}

/** Reduces the comparison of a secret to a presence check. */
function withoutSecret(condition: string, redactor: Redactor): string {
  const [, left = ''] = /^(\S*) [=!<>]+ /.exec(condition) ?? [];
  const name = left.replace(/^.*[^\w-]/, '');
  return isSecretName(name) || redactor.text(condition) !== condition ? `${left} != null` : condition;
}

const variable = /\{\{([^{}]+)\}\}/;

/** Resolves the values in a workflow's steps. Variables become inputs or outputs of earlier steps. */
class StepValues {
  readonly inputs = new WorkflowInputs();
  /** Expressions by variable. */
  readonly outputs = new Map<string, string>();
  readonly #values: RequestValueWriter;

  constructor(
    readonly variables: ReadonlyMap<string, ImportedVariable>,
    readonly redactor: Redactor,
  ) {
    this.#values = new RequestValueWriter({ links: new ValueLinks(), inputs: this.inputs, defaults: {}, redactor });
  }

  of(value: unknown, name: string): unknown {
    if (typeof value === 'string') return this.text(value, name);
    if (Array.isArray(value)) return value.map((item) => this.of(item, name));
    if (typeof value !== 'object' || value === null || isExactNumber(value)) return value;
    const members = Object.entries(value).map(([key, item]) => [this.redactor.text(key), this.of(item, key)]);
    return Object.fromEntries(members);
  }

  text(value: string, name: string, isSecret = isSecretName(name)): string {
    const parts = value.split(variable);
    const isMixed = /[\s<{]/.test(value) && this.#values.isSecret(value);
    if (parts.length === 1) return isMixed ? this.#literal(value) : this.#values.text(value, name, isSecret);
    const [, file] = /^\{\{file:([\w.-]+)\}\}$/.exec(value) ?? [];
    if (file !== undefined) return `$file('./${file}')`;
    if (parts.length === 3 && value.startsWith('{{') && parts[2] === '') return this.#variable(parts[1] ?? '');
    return parts.map((part, index) => (index % 2 === 1 ? `{${this.#variable(part)}}` : this.#literal(part))).join('');
  }

  /**
   * Returns a string without variables. It is escaped if it looks like an expression, and its secrets become inputs.
   */
  #literal(part: string): string {
    const text = this.redactor.text(part);
    const isExpression = findExpressions(text).length > 0 || text.includes('{$') || text.startsWith('$file(');
    if (isExpression) return `{${this.inputs.declare('text', text)}}`;
    if (!text.includes(redactedText)) return text;
    return text.replaceAll(redactedText, `{${this.inputs.declareSecret('secret')}}`);
  }

  #variable(text: string): string {
    const name = text.trim();
    const { value = '', secret } = this.variables.get(name) ?? {};
    const input = /^[A-Za-z_]\w*$/.test(name) ? name : toCamelCase(name);
    const output = this.outputs.get(name);
    if (output !== undefined) return output;
    if (secret !== undefined || this.#values.isSecret(value)) return this.inputs.declareSecret(input);
    return this.inputs.declare(input, value === '' || variable.test(value) ? undefined : value);
  }
}
