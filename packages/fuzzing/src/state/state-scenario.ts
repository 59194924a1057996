import { type ApiContract, joinPointer, reserveUniqueName, toKebabCase } from '@understudy/contract';
import { draftCredentials } from '@understudy/described';
import { getMember, type OperationPlan } from '@understudy/model';
import type { Expectation, StateStep, Violation } from './state-step.js';

interface Sequence {
  readonly id: string;
  readonly steps: readonly StateStep[];
  readonly violation: Violation;
  readonly baseUrl: string;
}

/** A sequence as an Arazzo document whose last step fails. Keys and ETags are taken from the responses before. */
export function toScenario({ name, document }: ApiContract, { id, steps, violation, baseUrl }: Sequence): object {
  const taken = new Set<string>();
  const inputs: Record<string, string> = {};
  /** Expressions by the value that they stand for. */
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
