import { cloneJson, isObject } from '@understudy/contract';
import type { SuccessResponse } from '@understudy/kernel';
import {
  findJsonBody,
  findResponse,
  getMember,
  type NameMeaning,
  type OperationPlan,
  remember,
  setMember,
} from '@understudy/model';
import { showStored } from '../answer/show-stored.js';
import { type HandlerResult, type OperationRequest, readObjectBody } from './api-runtime.js';
import { EntityStore } from './entity-store.js';
import { includeRelated } from './include-related.js';

/** Maximum number of names, of nested names and of references. Further ones are ignored. */
const [mostNames, mostDepth, mostReferences] = [20, 4, 500];

/**
 * Expands the references that a request names (`expand[]=customer`), and omits members that it does not request
 * (`fields=id,name`). Requires that the operation describes such a parameter and the schema allows the result.
 */
export function selectMembers(
  request: OperationRequest,
  result: HandlerResult,
): HandlerResult | Promise<HandlerResult> {
  if ('refused' in result || !(isObject(result.body) || Array.isArray(result.body))) return result;
  const expanded = namesOf(request, 'references');
  const fields = namesOf(request, 'members');
  return expanded.length + fields.length === 0 ? result : selectNamed(request, result, { expanded, fields });
}

async function selectNamed(
  request: OperationRequest,
  result: SuccessResponse,
  { expanded, fields }: { readonly expanded: readonly string[]; readonly fields: readonly string[] },
): Promise<HandlerResult> {
  const { served, plan } = request;
  const { type, schema } = findJsonBody(findResponse(plan.responses, result.status)) ?? {};
  if (type === undefined || schema === undefined) return result;
  const body: unknown = cloneJson(result.body);
  if (expanded.length > 0 && isObject(body)) await includeRelated(request, body, { schema, names: expanded });
  const expansion = new Expansion(request);
  for (const name of expanded) await expansion.expand(body, schema, name.split('.').slice(0, mostDepth));
  const selected = fields.length === 0 ? body : selectFields(request, { body, fields, schema });
  const findings = served.bodies.findings({ operation: plan.operation, status: result.status }, type, selected);
  return findings.length === 0 ? { ...result, body: selected } : result;
}

interface Selecting {
  readonly name: string;
  readonly what: NameMeaning['selects'];
  readonly inBody: boolean;
}

const selecting = new WeakMap<OperationPlan, readonly Selecting[]>();

/** The parameters and body members of an operation that select response members. */
function listSelecting({ served, plan }: OperationRequest): readonly Selecting[] {
  const { parameters, requestBody } = plan.operation;
  return remember(selecting, plan, () => {
    const query = parameters.filter(({ in: place }) => place === 'query').map(({ name }) => ({ name, inBody: false }));
    const members = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => [
      ...served.plan.schemas.shape(schema).members.keys(),
    ]);
    const body = members.map((name) => ({ name, inBody: true }));
    return [...query, ...body].flatMap((each) => {
      const what = served.plan.schemas.names.get(each.name)?.selects;
      return what === undefined || (each.inBody && what !== 'references') ? [] : [{ ...each, what }];
    });
  });
}

function namesOf(request: OperationRequest, wanted: NameMeaning['selects']): string[] {
  const all = listSelecting(request);
  if (all.length === 0) return [];
  const { query, body } = request.input;
  const fields = readObjectBody(body);
  return all
    .filter(({ what }) => what === wanted)
    .map(({ name, inBody }) => (inBody ? fields[name] : query[name]))
    .flatMap((value) => (isObject(value) ? Object.values(value) : Array.isArray(value) ? value : [value]))
    .flatMap((value) => (typeof value === 'string' ? value.split(',') : []))
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .slice(0, mostNames);
}

/** Replaces ids by the entities that they refer to. */
class Expansion {
  readonly #request: OperationRequest;
  #left = mostReferences;

  constructor(request: OperationRequest) {
    this.#request = request;
  }

  get #schemas() {
    return this.#request.served.plan.schemas;
  }

  async expand(value: unknown, schema: unknown, [name, ...rest]: readonly string[]): Promise<void> {
    const schemas = this.#schemas;
    const flat = schemas.chosen(schema);
    if (Array.isArray(value)) {
      for (const item of value) await this.expand(item, flat.items, [name ?? '', ...rest]);
      return;
    }
    if (!isObject(value) || name === undefined) return;
    const property = flat.properties.get(name);
    const held = Object.hasOwn(value, name) ? value[name] : undefined;
    if (typeof held === 'string') value[name] = (await this.#thingOf(held, property)) ?? held;
    else if (Array.isArray(held)) {
      const items = schemas.chosen(property).items;
      value[name] = await Promise.all(
        held.map(async (id) => (typeof id === 'string' ? await this.#thingOf(id, items) : undefined) ?? id),
      );
    }
    if (rest.length > 0) await this.expand(value[name], this.#objectIn(property) ?? property, rest);
  }

  async #thingOf(id: string, schema: unknown): Promise<unknown> {
    const schemas = this.#schemas;
    const { served, context } = this.#request;
    const alternative = this.#objectIn(schema);
    this.#left -= 1;
    if (alternative === undefined || this.#left < 0) return undefined;
    const { names } = schemas.chosen(alternative);
    for (const resource of served.plan.resources.values()) {
      if (resource.parents > 0 || !schemas.chosen(resource.schema).names.some((each) => names.includes(each))) continue;
      const found = await new EntityStore(context, resource, []).get(id);
      const facts = { now: context.clock.now(), baseUrl: context.baseUrl };
      if (found?.fields !== undefined) return showStored(schemas, found.fields, { schema: alternative, facts });
    }
    return undefined;
  }

  /** The alternative of a reference that is the entity itself. */
  #objectIn(schema: unknown, depth = 0): unknown {
    const schemas = this.#schemas;
    for (const each of depth > mostDepth ? [] : schemas.flat(schema).alternatives) {
      const found = schemas.flat(each).properties.size > 0 ? each : this.#objectIn(each, depth + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** Omits members that are neither requested nor required, from an entity or each entity in a list. */
function selectFields(
  { served, plan: { wrapped, resource } }: OperationRequest,
  { body, fields, schema }: { body: unknown; fields: readonly string[]; schema: unknown },
): unknown {
  const { required } = served.plan.schemas.chosen(resource === undefined ? schema : resource.schema);
  const isKept = (name: string) => fields.includes(name) || required.has(name) || name === resource?.key;
  const pick = (item: unknown) =>
    isObject(item) ? Object.fromEntries(Object.entries(item).filter(([name]) => isKept(name))) : item;
  const path = wrapped.join('.');
  const found = getMember(body, path);
  const picked = Array.isArray(found) ? found.map(pick) : pick(found);
  if (path === '' || !isObject(body)) return picked;
  setMember(body, path, picked);
  return body;
}
