import { type ApiContract, joinPointer, reserveUniqueName, toKebabCase } from '@understudy/contract';
import { draftCredentials } from '@understudy/described';
import { getMember, type OperationPlan } from '@understudy/model';
import { type FuzzOptions, resolveUrl, toCurlCommand } from '../judge-request.js';
import type { Expectation, StateStep, Violation } from './state-step.js';

interface Sequence {
  readonly id: string;
  readonly steps: readonly StateStep[];
  readonly violation: Violation;
  readonly baseUrl: string;
}

/** Converts a sequence to an Arazzo document whose last step fails. Uses keys and ETags from earlier responses. */
export function toScenario({ name, document }: ApiContract, { id, steps, violation, baseUrl }: Sequence): object {
  const taken = new Set<string>();
  const inputs: Record<string, string> = {};
  /** Expressions by the value that they represent. */
  const known = new Map<string, string>();
  const told = steps.map((step) => {
    const { plan, path, query, headers, body } = step.planned;
    const { operationId, method } = plan.operation;
    const stepId = reserveUniqueName(toKebabCase(operationId), taken);
    const own = draftCredentials(document, plan.operation);
    if (step.access !== 'none') Object.assign(inputs, own.inputs, own.needsToken ? { token: 'any' } : {});
    const credentials = own.parameters.map((each) => ({
      ...each,
      value:
        each.value.replace('$steps.token.outputs.token', '$inputs.token') + (step.access === 'changed' ? 'AA' : ''),
    }));
    const values = { path, query, header: headers };
    const parameters = [
      ...(step.access === 'none' ? [] : credentials),
      ...Object.entries(values).flatMap(([place, members]) =>
        Object.entries(members).map(([name, value]) => ({
          name,
          in: place,
          value: (place === 'query' && name !== plan.list?.cursor ? undefined : known.get(String(value))) ?? value,
        })),
      ),
    ];
    const key = plan.does === 'create' ? keyOf(plan, step) : undefined;
    const outputs = {
      ...(key === undefined ? {} : { key: key.expression }),
      ...(step.headers['etag'] === undefined ? {} : { etag: '$response.header.ETag' }),
    };
    const condition =
      step === violation.step ? conditionOf(violation.expected, known) : `$statusCode == ${step.status}`;
    if (key !== undefined) known.set(key.value, `$steps.${stepId}.outputs.key`);
    if (step.headers['etag'] !== undefined) known.set(step.headers['etag'], `$steps.${stepId}.outputs.etag`);
    const isDescribed = step.method === undefined;
    if (!isDescribed) inputs['server'] = baseUrl;
    const address = plan.operation.path.replaceAll(
      /\{([^{}]+)\}/g,
      (_whole, each: string) => `{${known.get(String(path[each])) ?? ''}}`,
    );
    return {
      stepId,
      ...(step.isConcurrent ? { description: 'Sent at the same time as the steps next to it.' } : {}),
      ...(isDescribed
        ? { operationId: `$sourceDescriptions.${name}.${operationId}` }
        : { 'x-operation': { url: `{$inputs.server}${address}`, method: step.method ?? method } }),
      ...(parameters.length === 0
        ? {}
        : { parameters: isDescribed ? parameters : parameters.filter((each) => each.in === 'header') }),
      ...(body === undefined
        ? {}
        : {
            requestBody: {
              ...(body.type === 'application/json' ? {} : { contentType: body.type }),
              payload: body.value,
            },
          }),
      successCriteria: [{ condition }],
      ...(Object.keys(outputs).length === 0 ? {} : { outputs }),
    };
  });
  const properties = Object.entries(inputs).map(([input, value]) => [input, { type: 'string', default: value }]);
  return {
    arazzo: '1.0.1',
    info: { title: `${name}: ${id}`, version: '1.0' },
    'x-api': name,
    sourceDescriptions: [{ name, url: `understudy:${name}`, type: 'openapi' }],
    workflows: [
      {
        workflowId: toKebabCase(id.replaceAll(/[^A-Za-z0-9]+/g, '-')),
        summary: `${violation.says}.`,
        'x-effects': 'destroy',
        ...(properties.length === 0 ? {} : { inputs: { type: 'object', properties: Object.fromEntries(properties) } }),
        steps: told,
      },
    ],
  };
}

/** Returns the key in the response to a creation. */
function keyOf(
  { wrapped, resource, shows }: OperationPlan,
  { status, body }: StateStep,
): { expression: string; value: string } | undefined {
  if (status >= 300 || resource?.key === undefined) return undefined;
  const path = shows === 'key' ? wrapped : [...wrapped, ...resource.key.split('.')];
  const value = getMember(body, path.join('.'));
  return value === undefined
    ? undefined
    : { expression: `$response.body#${joinPointer('', ...path)}`, value: String(value) };
}

function conditionOf({ parts, operator, value }: Expectation, known: ReadonlyMap<string, string>): string {
  const literal = typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
  const isKey = parts.every((part) => part !== '$statusCode') && known.has(String(value));
  return parts.map((part) => `${part} ${operator} ${isKey ? known.get(String(value)) : literal}`).join(' || ');
}

/**
 * Writes a sequence as a shell script. Reads the ids of created entities from the responses, because they differ each
 * time.
 */
export function toScript(steps: readonly StateStep[], options: FuzzOptions): string {
  const names = new Map<string, string>();
  const lines = steps.map((step, index) => {
    const { resource, wrapped } = step.planned.plan;
    const used = [...names].reduce((text, [key, name]) => replaceKey(text, key, name), commandOf(step, options));
    const member = resource?.key;
    const key =
      member === undefined || step.planned.plan.does !== 'create'
        ? undefined
        : getMember(step.body, [...wrapped, member].join('.'));
    const later = steps.slice(index + 1).some((each) => namesKey(each, String(key), options));
    if (key === undefined || member === undefined || !later) return used;
    const name = `id${names.size + 1}`;
    names.set(String(key), name);
    const last = member.split('.').at(-1);
    return `${name}=$(${used.replace('curl ', 'curl -s ')} | grep -o '"${last}" *: *"\\{0,1\\}[^",}]*' | head -n 1 | sed 's/.*: *"\\{0,1\\}//')`;
  });
  return lines.join('\n');
}

/** True if the request of a step has a key in its address or body. */
export function namesKey(step: StateStep, key: string, options: FuzzOptions): boolean {
  const command = commandOf(step, options);
  return replaceKey(command, key, 'id') !== command;
}

function commandOf({ planned: { plan }, method, request }: StateStep, options: FuzzOptions): string {
  const { path, method: usual } = plan.operation;
  return toCurlCommand(resolveUrl(options, plan.operation), { path, method: method ?? usual }, request);
}

/** Replaces a key that is a whole segment or value in the address, or a string or id in the body. */
function replaceKey(command: string, key: string, name: string): string {
  const at = command.lastIndexOf("'http");
  const variable = `'"$${name}"'`;
  const sent = command
    .slice(0, at)
    .replaceAll(`"${key}"`, `"${variable}"`)
    .replaceAll(/("\w*[iI]d":)([\w.-]+)(?=[,}\]])/g, (whole, member: string, value: string) =>
      value === key ? `${member}${variable}` : whole,
    );
  const address = command
    .slice(at)
    .split(/(?<=[/=&?])/)
    .map((segment) => {
      const [, own = segment, rest = ''] = /^([^?:'/&=]*)(.*)$/s.exec(segment) ?? [];
      return own === encodeURIComponent(key) ? `${variable}${rest}` : segment;
    });
  return `${sent}${address.join('')}`;
}
