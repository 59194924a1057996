import { isObject, joinPointer, type Operation, reserveUniqueName, toKebabCase } from '@understudy/contract';
import {
  createMinimalValue,
  type DraftCredentials,
  type DraftRequest,
  draftCredentials,
  draftRequest,
  draftValue,
} from '@understudy/described';
import {
  type ApiPlan,
  entitySchema,
  listPathParameters,
  type OperationPlan,
  type Resource,
  toPathShape,
  toSingular,
} from '@understudy/model';
import type { DraftCriterion, DraftStep } from './draft.js';

interface Different {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: DraftRequest['body'];
  readonly outputs?: Readonly<Record<string, string>>;
  readonly without?: 'credentials' | 'body';
  readonly criteria?: readonly DraftCriterion[];
}

/** Collects the steps of one workflow in order. */
export class WorkflowDraft {
  readonly steps: DraftStep[] = [];
  /** The ids of the steps that show errors, with their claims. */
  readonly refusals: { readonly stepId: string; readonly says: string }[] = [];
  readonly inputs: Record<string, string> = {};
  readonly #taken = new Set<string>();
  /** Keys of created entities: expressions, or the key in the request. */
  readonly #made = new Map<Resource, unknown>();

  constructor(
    private readonly api: string,
    private readonly document: Parameters<typeof draftCredentials>[0],
    private readonly plan: ApiPlan,
  ) {}

  /** Adds a request that must succeed. @returns the step id */
  good(
    plan: OperationPlan,
    name: string,
    { path = {}, body, criteria = [], query = {}, outputs: further }: Different = {},
  ): string {
    const values = { ...this.pathOf(plan), ...path };
    const stepId = reserveUniqueName(toKebabCase(name), this.#taken);
    const status = { condition: `$statusCode == ${plan.statuses[0] ?? 200}` };
    const outputs = this.#outputsOf(plan);
    const sent = plan.does === 'create' && outputs === undefined ? this.#bodyWithKey(plan) : undefined;
    const own = body ?? sent?.body;
    const different = { query, ...(own === undefined ? {} : { body: own }) };
    this.#add(
      plan,
      stepId,
      values,
      different,
      [status, ...criteria],
      outputs === undefined ? further : { ...further, ...outputs },
    );
    if (plan.resource === undefined) return stepId;
    if (outputs !== undefined) this.#made.set(plan.resource, `$steps.${stepId}.outputs.key`);
    else if (sent !== undefined) this.#made.set(plan.resource, sent.key);
    return stepId;
  }

  /** Adds a request to the control plane of the simulator. */
  control(
    stepId: string,
    operation: string,
    {
      status = 200,
      criteria = [],
      ...parts
    }: Partial<DraftStep> & { status?: number; criteria?: readonly DraftCriterion[] },
  ): void {
    const successCriteria = [{ condition: `$statusCode == ${status}` }, ...criteria];
    const operationId = `$sourceDescriptions.control.${operation}`;
    this.steps.push({ stepId: reserveUniqueName(stepId, this.#taken), operationId, ...parts, successCriteria });
  }

  /** Adds an invalid request. A trial run determines its status. */
  refused(plan: OperationPlan, name: string, says: string, different: Different): void {
    const values = { ...this.pathOf(plan), ...different.path };
    const stepId = reserveUniqueName(toKebabCase(name), this.#taken);
    this.refusals.push({ stepId, says });
    this.#add(plan, stepId, values, different, [{ condition: '$statusCode == 400' }], undefined);
  }

  /** Returns the path parameters: keys of entities that this workflow creates, or values from the description. */
  pathOf({ operation }: OperationPlan): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    const shape = toPathShape(operation.path).split('/');
    let segment = 0;
    for (const name of listPathParameters(operation.path)) {
      segment = shape.findIndex((each, index) => index >= segment && each.includes('{}'));
      const collection = shape.slice(0, segment).join('/');
      segment += 1;
      const resource = [...this.plan.resources.values()].find((each) => each.shape === collection && !each.single);
      const schema = operation.parameters.find((each) => each.in === 'path' && each.name === name)?.schema;
      values[name] = (resource === undefined ? undefined : this.#keyOf(resource)) ?? this.#shown(schema, name);
    }
    return values;
  }

  /** Returns the location of the entity's key in a response, or undefined. */
  keyPointer(one: OperationPlan): string | undefined {
    const { resource, wrapped } = one;
    if (resource?.key === undefined) return undefined;
    const { properties } = this.plan.schemas.chosen(entitySchema(this.plan.schemas, one));
    return properties.has(resource.key) ? joinPointer('', ...wrapped, resource.key) : undefined;
  }

  keyOf(resource: Resource): unknown {
    return this.#made.get(resource);
  }

  /** Returns the operation that creates entities of a resource, if its response or request body contains the key. */
  makerOf(resource: Resource): OperationPlan | undefined {
    return [...this.plan.operations.values()].find(
      (each) =>
        each.does === 'create' &&
        each.resource === resource &&
        (this.keyPointer(each) !== undefined || this.#bodyWithKey(each) !== undefined),
    );
  }

  /** Returns the request body and key for an operation that lets the client choose the key. */
  #bodyWithKey(plan: OperationPlan): { body: NonNullable<DraftRequest['body']>; key: unknown } | undefined {
    const { key: name, keySchema } = plan.resource ?? {};
    const { body } = draftRequest(this.plan.schemas, plan);
    if (name === undefined || body === undefined || !isObject(body.value)) return undefined;
    const schema = plan.operation.requestBody?.content[body.type]?.schema;
    const property = this.plan.schemas.chosen(schema).properties.get(name);
    if (property === undefined || this.plan.schemas.flat(property).keywords['readOnly'] === true) return undefined;
    const key = body.value[name] ?? this.unknownKey(keySchema ?? property);
    return { body: { ...body, value: { ...body.value, [name]: key } }, key };
  }

  #keyOf(resource: Resource): unknown {
    const known = this.keyOf(resource);
    if (known !== undefined) return known;
    const maker = this.makerOf(resource);
    if (maker === undefined) return undefined;
    this.good(maker, `make ${toSingular(resource.name.split('.').at(-1) ?? 'thing')}`);
    return this.keyOf(resource);
  }

  #outputsOf(plan: OperationPlan): Record<string, string> | undefined {
    const pointer = plan.does === 'create' ? this.keyPointer(plan) : undefined;
    return pointer === undefined ? undefined : { key: `$response.body#${pointer}` };
  }

  #shown(schema: unknown, name: string): unknown {
    return draftValue(this.plan.schemas, schema ?? { type: 'string' }, name);
  }

  #add(
    plan: OperationPlan,
    stepId: string,
    path: Readonly<Record<string, unknown>>,
    { body: given, without, query = {} }: Different,
    successCriteria: readonly DraftCriterion[],
    outputs: Record<string, string> | undefined,
  ): void {
    const { operation } = plan;
    const request = draftRequest(this.plan.schemas, plan);
    const credentials = without === 'credentials' ? undefined : this.#letIn(operation);
    const body = without === 'body' ? undefined : (given ?? request.body);
    const parameters = [
      ...(credentials?.parameters ?? []),
      ...Object.entries(path).map(([name, value]) => ({ name, in: 'path', value })),
      ...Object.entries(query).map(([name, value]) => ({ name, in: 'query', value })),
      ...request.parameters.filter(
        (each) =>
          !Object.hasOwn(query, each.name) &&
          !credentials?.parameters.some(({ name }) => name.toLowerCase() === each.name.toLowerCase()),
      ),
    ];
    this.steps.push({
      stepId,
      operationId: `$sourceDescriptions.${this.api}.${operation.operationId}`,
      ...(parameters.length === 0 ? {} : { parameters }),
      ...(body === undefined
        ? {}
        : {
            requestBody: {
              ...(body.type === 'application/json' ? {} : { contentType: body.type }),
              payload: body.value,
            },
          }),
      successCriteria,
      ...(outputs === undefined ? {} : { outputs }),
    });
  }

  #letIn(operation: Operation): DraftCredentials {
    const credentials = draftCredentials(this.document, operation, this.plan.model);
    Object.assign(this.inputs, credentials.inputs);
    if (credentials.needsToken && !this.#taken.has('token')) {
      this.#taken.add('token');
      this.steps.push({
        stepId: 'token',
        operationId: '$sourceDescriptions.identity.requestToken',
        requestBody: {
          contentType: 'application/x-www-form-urlencoded',
          payload: {
            grant_type: 'client_credentials',
            client_id: '{$inputs.clientId}',
            client_secret: '{$inputs.clientSecret}',
            scope: '{$inputs.scope}',
          },
        },
        successCriteria: [{ condition: '$statusCode == 200' }],
        outputs: { token: '$response.body#/access_token' },
      });
      Object.assign(this.inputs, {
        clientId: 'demo-client',
        clientSecret: 'demo-secret',
        scope: 'understudy-stage:io',
      });
    }
    return credentials;
  }

  /** Returns a key that no entity has. */
  unknownKey(schema: unknown): unknown {
    const { types, keywords } = this.plan.schemas.chosen(schema);
    if (types.includes('integer') || types.includes('number')) return Number(keywords['maximum'] ?? 987654321);
    if (keywords['format'] === 'uuid') return '00000000-0000-4000-8000-00000000dead';
    if (keywords['pattern'] === undefined && keywords['enum'] === undefined && keywords['format'] === undefined)
      return 'nothing-there'.slice(0, Number(keywords['maxLength'] ?? 20));
    return createMinimalValue(
      this.plan.schemas,
      schema,
      { now: new Date(0), baseUrl: 'https://example.com' },
      'nothing',
    );
  }
}
