import type { ApiContract } from '@understudy/contract';
import { encodePlanned, PlanClient, type PlannedRequest, type PlannedValues } from '@understudy/described';
import { type ApiPlan, getMember, type OperationPlan, type Resource } from '@understudy/model';
import type { GeneratedRequest } from '../generated-request.js';
import { type FuzzOptions, judgeRequest, resolveUrl } from '../judge-request.js';
import { sendRequest } from '../send-request.js';
import type { EntityVariants } from './entity-variants.js';

/** The credentials of a request: those of the caller, none, changed ones, or those of another tenant. */
export type Access = 'own' | 'none' | 'changed' | 'other';

/** One request of a sequence with its response. */
export interface StateStep {
  readonly planned: PlannedRequest;
  readonly request: GeneratedRequest;
  readonly access: Access;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** True if it was sent at the same time as the steps next to it. */
  readonly isConcurrent: boolean;
  /** The method in place of that of the operation. */
  readonly method?: string | undefined;
}

export interface CreatedEntity {
  readonly creates: OperationPlan;
  readonly key: unknown;
  readonly step: StateStep;
  /** The sent body, and the entity in it. */
  readonly body: unknown;
  readonly entity: Readonly<Record<string, unknown>>;
}

/** A property that does not hold, with the step that shows it. */
export interface Violation {
  readonly step: StateStep;
  readonly says: string;
  /** The condition that the step should satisfy. */
  readonly expected: Expectation;
}

/** One of several parts of a response compares with a value. */
export interface Expectation {
  /** Arazzo expressions. */
  readonly parts: readonly string[];
  readonly operator: '==' | '!=' | '>=';
  readonly value: unknown;
}

/** Sends a sequence, and returns the first violation. */
export type StateProperty = (session: StateSession) => Promise<Violation | undefined>;

/** Ends a sequence with the errors of a single response. */
export class WrongResponse extends Error {
  constructor(
    readonly step: StateStep,
    readonly wrong: readonly string[],
  ) {
    super(wrong[0]);
  }
}

/** Ends a sequence that needs an operation that the run must not call. */
export class ForbiddenOperation extends Error {}

/** What every sequence shares. */
export interface StateContext {
  readonly contract: ApiContract;
  readonly plan: ApiPlan;
  readonly options: FuzzOptions;
  readonly variants: EntityVariants;
}

/** Sends one sequence of requests and records its steps. */
export class StateSession {
  readonly steps: StateStep[] = [];
  /** Why the property could not be tried. */
  untried: string | undefined;
  readonly #client: PlanClient<StateStep>;
  #access: Access = 'own';
  #isConcurrent = false;
  #method: string | undefined;
  readonly #created: unknown[] = [];

  constructor(
    readonly context: StateContext,
    readonly resource: Resource,
  ) {
    this.#client = new PlanClient(context.plan, (request) => this.#send(request));
  }

  /** Returns the operation with an effect on the resource, if the run may call it. */
  operation(does: OperationPlan['does']): OperationPlan | undefined {
    const found = this.#client.operation(this.resource, does);
    const isMeant = found !== undefined && (this.context.options.isMeant?.(found.operation) ?? true);
    return isMeant ? found : undefined;
  }

  async call(plan: OperationPlan, values: PlannedValues = {}, access: Access = 'own'): Promise<StateStep> {
    this.#access = access;
    try {
      return await this.#client.call(plan, values);
    } finally {
      this.#access = 'own';
    }
  }

  /** Records why the property cannot be tried. */
  cannot(why: string): undefined {
    this.untried = why;
  }

  /** Sends requests at the same time. */
  async together(...requests: readonly (() => Promise<StateStep>)[]): Promise<StateStep[]> {
    this.#isConcurrent = true;
    try {
      return await Promise.all(requests.map((send) => send()));
    } finally {
      this.#isConcurrent = false;
    }
  }

  /** Calls the path of an operation with a method that the description does not have. Undefined if it has. */
  async callUndescribed(
    plan: OperationPlan,
    { method, ...values }: PlannedValues & { readonly method: string },
  ): Promise<StateStep | undefined> {
    const { path } = plan.operation;
    if (this.context.contract.match(method, path.replaceAll(/[{}]/g, '')).kind !== 'wrong-method') return undefined;
    this.#method = method;
    try {
      return await this.call(plan, values);
    } finally {
      this.#method = undefined;
    }
  }

  /** Deletes what the sequence created, as far as the API allows it. */
  async removeCreated(): Promise<void> {
    const remove = this.operation('delete');
    if (remove === undefined) return;
    for (const key of this.#created.splice(0)) await this.call(remove, { key }).catch(() => {});
  }

  /** Creates an entity that differs from all earlier ones. Undefined if the API does not accept it immediately. */
  async create(text?: string, headers: Readonly<Record<string, string>> = {}): Promise<CreatedEntity | undefined> {
    const creates = this.operation('create');
    if (creates === undefined) return undefined;
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const body = this.context.variants.body(creates, text);
      const step = await this.call(creates, { body, headers });
      // An entity with the same values exists already.
      if (step.status === 409) continue;
      return step.status >= 300 || step.status === 202 ? undefined : this.created(creates, step);
    }
    return undefined;
  }

  created(creates: OperationPlan, step: StateStep): CreatedEntity | undefined {
    const body = step.planned.body?.value;
    const key = this.#client.keyIn(creates, step.body);
    if (key === undefined || key === null) return undefined;
    this.#created.push(key);
    return { creates, step, key, body, entity: Object(getMember(body, creates.sent.join('.'))) };
  }

  /** Returns the entity or list in a response. */
  shown({ planned: { plan }, body }: StateStep): unknown {
    return getMember(body, plan.wrapped.join('.'));
  }

  isEntity(entity: unknown, key: unknown): boolean {
    return this.resource.key !== undefined && String(getMember(entity, this.resource.key)) === String(key);
  }

  async #send(planned: PlannedRequest): Promise<StateStep> {
    const { contract, options } = this.context;
    const { operation } = planned.plan;
    // An entity below another one needs its parent.
    if (options.isMeant?.(operation) === false) throw new ForbiddenOperation(operation.operationId);
    const [access, isConcurrent] = [this.#access, this.#isConcurrent];
    const given = access === 'other' ? options.otherCredentials?.(operation) : options.credentials?.(operation);
    const spoil = (value: string) =>
      access === 'changed' ? `${value.slice(0, -2)}${value.endsWith('A') ? 'BB' : 'AA'}` : value;
    const pairs = (values: Readonly<Record<string, string>> = {}) =>
      access === 'none' ? [] : Object.entries(values).map(([name, value]): [string, string] => [name, spoil(value)]);
    const { headers, body } = encodePlanned(planned);
    const request: GeneratedRequest = {
      what: 'sequence',
      path: Object.fromEntries(Object.entries(planned.path).map(([name, value]) => [name, String(value)])),
      query: [...Object.entries(planned.query), ...pairs(given?.query)],
      headers: { ...headers, ...Object.fromEntries(pairs(given?.headers)) },
      credentials: {},
      body: body === undefined ? undefined : new TextEncoder().encode(body),
    };
    const method = this.#method;
    const judged = method === undefined ? await judgeRequest(contract, options, { operation, request }) : undefined;
    const other = { path: operation.path, method: method ?? operation.method };
    const { answer, wrong } = judged ?? {
      answer: await sendRequest(options, resolveUrl(options, operation), other, request, options.timeoutMs),
      wrong: [],
    };
    const { status = 0, headers: received = {}, body: content } = answer ?? {};
    const facts = { status, headers: received, body: content, isConcurrent, method };
    const step: StateStep = { planned, request, access, ...facts };
    this.steps.push(step);
    if (wrong.length > 0) throw new WrongResponse(step, wrong);
    return step;
  }
}
