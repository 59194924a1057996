import {
  cloneJson,
  defaultStartInstant,
  encodeFormParts,
  isObject,
  membersOf,
  stringifyJson,
} from '@understudy/contract';
import {
  type ApiPlan,
  getMember,
  type OperationPlan,
  type Resource,
  remember,
  type SchemaReader,
  setMember,
  toPathShape,
} from '@understudy/model';
import { type DraftBody, draftRequest, draftValue, isValidBody } from './draft-request.js';
import { withUniqueFields } from './unique-fields.js';

/** A planned request, before its values are encoded. */
export interface PlannedRequest {
  readonly plan: OperationPlan;
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: DraftBody;
}

/** Values that take precedence over the drafted ones. */
export interface PlannedValues {
  readonly key?: unknown;
  readonly path?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** True to send the body unchanged. By default, its references are replaced by keys of existing records. */
  readonly isExact?: boolean;
}

/** Sends the requests of a plan. Creates each entity that their paths need once. */
export class PlanClient<Answer extends { readonly status: number; readonly body: unknown }> {
  readonly plan: ApiPlan;
  readonly #send: (request: PlannedRequest) => Promise<Answer>;
  /** Keys of created entities, by resource shape. Undefined while the entity is being created. */
  readonly #keys = new Map<string, unknown>();

  /** The number of bodies sent for a resource, by its shape. */
  readonly #made = new Map<string, number>();

  /** Values of parameters that identify no entity. Paths of one collection can use different parameter names. */
  readonly #given = new Map<string, unknown>();

  constructor(plan: ApiPlan, send: (request: PlannedRequest) => Promise<Answer>) {
    this.plan = plan;
    this.#send = send;
  }

  operation(resource: Resource, does: OperationPlan['does']): OperationPlan | undefined {
    return [...this.plan.operations.values()].find(
      (each) =>
        each.does === does &&
        each.resource?.shape === resource.shape &&
        each.key?.in !== 'literal' &&
        each.list?.refersTo === undefined &&
        (does !== 'create' || each.effects === undefined),
    );
  }

  keyIn({ resource, wrapped, shows }: OperationPlan, body: unknown): unknown {
    const shown = getMember(body, wrapped.join('.'));
    if (shows === 'key') return shown;
    const [entity]: readonly unknown[] = Array.isArray(shown) ? shown : [shown];
    return resource?.key === undefined ? undefined : getMember(entity, resource.key);
  }

  /** Sets the entity to use in paths below it. Undefined forgets the entity. */
  use({ shape }: Resource, key: unknown): void {
    if (key === undefined) this.#keys.delete(shape);
    else this.#keys.set(shape, key);
  }

  /** The key of the entity that paths currently use. */
  used({ shape }: Resource): unknown {
    return this.#keys.get(shape);
  }

  async call(plan: OperationPlan, values: PlannedValues = {}): Promise<Answer> {
    const { key, path = {}, body, query = {}, headers = {}, isExact = false } = values;
    const request = await this.#compose(plan, { key, path, body, query, headers, isExact });
    const answer = await this.#send(request);
    const { holds = [] } = this.plan.behavior.resources.get(plan.resource?.name ?? '') ?? {};
    const isStored = plan.does === 'create' || plan.does === 'update' || plan.does === 'replace';
    if (isExact || !isStored || answer.status !== 422 || holds.length === 0) return answer;
    // The request can violate limits on dates, such as an end after the start or a start in the future.
    for (const days of [1, -30]) {
      const other = await this.#send(withDates(this.plan.schemas, request, days));
      if (other.status < 300) return other;
    }
    return answer;
  }

  async #compose(
    plan: OperationPlan,
    { key, path: morePath, body: own, query: moreQuery, headers: moreHeaders, isExact }: Required<PlannedValues>,
  ): Promise<PlannedRequest> {
    const { schemas } = this.plan;
    const { parameters, body } = draftRequest(schemas, plan);
    const query: Record<string, string> = {};
    const headers: Record<string, string> = {};
    for (const { name, in: place, value } of parameters)
      if (place !== 'cookie') (place === 'query' ? query : headers)[name] = String(value);
    const path: Record<string, unknown> = {};
    for (const { name, in: place, schema } of plan.operation.parameters) {
      if (place !== 'path') continue;
      const owner = plan.through.find(({ sources }) => sources.at(-1)?.name === name)?.resource;
      const isOwn = plan.key?.in === 'path' && plan.key.name === name;
      const at = parameterPlace(plan.operation.path, name);
      const found = owner === undefined ? undefined : await this.#keyOf(owner);
      // An operation on the same path uses this key even if it does not require the record.
      if (found !== undefined) this.#given.set(at, found);
      path[name] =
        (isOwn ? key : undefined) ?? found ?? remember(this.#given, at, () => draftValue(schemas, schema, name));
    }
    let sent = own ?? body?.value;
    // Optional members in the body of a list are filters.
    if (plan.does === 'list' && isObject(sent)) {
      const { required } = schemas.chosen(plan.operation.requestBody?.content[body?.type ?? '']?.schema);
      sent = Object.fromEntries(Object.entries(sent).filter(([name]) => required.has(name)));
    }
    if (plan.key?.in === 'query') query[plan.key.name] = String(key);
    if (plan.key?.in === 'body' && isObject(sent)) sent = { ...sent, [plan.key.name]: key };
    if (plan.does === 'update' || plan.does === 'replace') sent = withOwnKey(plan, sent, key);
    if (!isExact) sent = await this.#fit(plan, sent);
    return {
      plan,
      path: { ...path, ...morePath },
      query: { ...query, ...moreQuery },
      headers: { ...headers, ...moreHeaders },
      ...(body === undefined ? {} : { body: { type: body.type, value: sent } }),
    };
  }

  /** Replaces required references by keys of existing records, and makes unique values unique. */
  async #fit(plan: OperationPlan, body: unknown): Promise<unknown> {
    const { resource, does, sent: wrapper } = plan;
    const { references = [], unique = [] } = this.plan.behavior.resources.get(resource?.name ?? '') ?? {};
    const isStored = does === 'create' || does === 'replace' || does === 'update';
    const inner = getMember(body, wrapper.join('.'));
    if (!isStored || !isObject(body) || !isObject(inner)) return body;
    const fields: Record<string, unknown> = { ...membersOf(cloneJson(inner)) };
    for (const { member, resource: name, missing } of references) {
      const target = [...this.plan.resources.values()].find((each) => each.name === name);
      if (missing === 'ignore' || target === undefined) continue;
      const path = member.names.join('.');
      const items = member.list === undefined ? fields : getMember(fields, member.list.join('.'));
      for (const item of Array.isArray(items) ? items : [items]) {
        if (!isObject(item) || getMember(item, path) === undefined) continue;
        const key = await this.#keyOf(target);
        if (key !== undefined) setMember(item, path, Array.isArray(getMember(item, path)) ? [key] : key);
      }
    }
    const whole = (changed: Record<string, unknown>): unknown => {
      if (wrapper.length === 0) return changed;
      const copy = { ...body };
      setMember(copy, wrapper.join('.'), changed);
      return copy;
    };
    if (resource !== undefined && unique.length > 0) {
      const type = draftRequest(this.plan.schemas, plan).body?.type;
      const made = (this.#made.get(resource.shape) ?? 0) + 1;
      this.#made.set(resource.shape, made);
      const paths = made > 1 ? unique.flatMap(({ members }) => members[0]?.join('.') ?? []) : [];
      const isAccepted = (one: Record<string, unknown>) => isValidBody(plan.operation, type, whole(one));
      return whole(withUniqueFields(fields, does, { paths, made, isAccepted }));
    }
    return whole(fields);
  }

  /** Creates the entity in a path once. If no operation creates it, it is taken from its list. */
  async #keyOf(resource: Resource): Promise<unknown> {
    if (!this.#keys.has(resource.shape)) {
      this.#keys.set(resource.shape, undefined);
      const creates = this.operation(resource, 'create');
      const created = creates === undefined ? undefined : await this.call(creates);
      const lists = creates === undefined && !resource.kept ? this.operation(resource, 'list') : undefined;
      const shown = lists === undefined ? undefined : await this.call(lists);
      if (creates !== undefined && created !== undefined)
        this.#keys.set(resource.shape, this.keyIn(creates, created.body));
      else if (lists !== undefined && shown !== undefined && shown.status < 300)
        this.#keys.set(resource.shape, this.keyIn(lists, shown.body));
    }
    return this.#keys.get(resource.shape);
  }
}

/** A request whose dates are one day apart, in the described order. @param days offset of the first date from now */
function withDates(schemas: SchemaReader, request: PlannedRequest, days: number): PlannedRequest {
  const { plan, body } = request;
  const path = plan.sent.join('.');
  const fields = getMember(body?.value, path);
  if (body === undefined || !isObject(fields)) return request;
  const dated = [...(plan.resource?.writable ?? [])].flatMap(([name, schema]) => {
    const format = String(schemas.chosen(schema).keywords['format']);
    return name in fields && format.startsWith('date') ? [{ name, format }] : [];
  });
  const made = dated.map(({ name, format }, index) => {
    const at = new Date(Date.parse(defaultStartInstant) + (days + index) * 86_400_000).toISOString();
    return [name, format === 'date' ? at.slice(0, 10) : at] as const;
  });
  const value = cloneJson(body.value);
  if (!isObject(value)) return request;
  for (const [name, each] of made) setMember(value, [...plan.sent, name].join('.'), each);
  return { ...request, body: { ...body, value } };
}

/** The position of a parameter: the path before it, without parameter names. */
function parameterPlace(path: string, name: string): string {
  return toPathShape(path.slice(0, path.indexOf(`{${name}}`)));
}

/** Adds to the body of a change the key of the changed record, if the body contains the key. */
function withOwnKey({ resource, sent: wrapper }: OperationPlan, body: unknown, key: unknown): unknown {
  const path = [...wrapper, ...(resource?.key?.split('.') ?? [])].join('.');
  if (resource?.key === undefined || key === undefined || !isObject(body)) return body;
  if (getMember(body, path) === undefined) return body;
  const whole = cloneJson(body);
  setMember(whole, path, key);
  return whole;
}

/** The Fetch API does not allow a body with GET. */
export function sendsBody({ operation: { method } }: OperationPlan): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/** Encodes the body of a request. It is sent as JSON unless its media type is a form. */
export function encodePlanned({ plan, path, query, headers, body }: PlannedRequest): {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
} {
  const { method, path: template } = plan.operation;
  const filled = Object.entries(path).reduce(
    (text, [name, value]) => text.replaceAll(`{${name}}`, encodeURIComponent(String(value))),
    template,
  );
  const search = new URLSearchParams(query);
  const address = `${filled}${search.size === 0 ? '' : `?${search}`}`;
  if (body === undefined || !sendsBody(plan)) return { method, path: address, headers };
  if (body.type === 'multipart/form-data') {
    const type = `${body.type}; boundary=${boundary}`;
    return { method, path: address, headers: { ...headers, 'content-type': type }, body: partsOf(body.value) };
  }
  const text = body.type.includes('form-urlencoded') ? formOf(body.value) : stringifyJson(body.value);
  return { method, path: address, headers: { ...headers, 'content-type': body.type }, body: text };
}

const boundary = 'understudy-form-part';

function partsOf(value: unknown): string {
  const parts = Object.entries(isObject(value) ? value : {}).map(([name, field]) => ({
    name,
    bytes: new TextEncoder().encode(typeof field === 'object' ? stringifyJson(field) : String(field)),
  }));
  return encodeFormParts(parts, boundary).toString();
}

function formOf(value: unknown): string {
  const fields = Object.entries(isObject(value) ? value : {});
  return String(new URLSearchParams(fields.map(([name, field]): [string, string] => [name, String(field)])));
}
