import { type ApiContract, isObject, type Operation, resolveReference } from '@understudy/contract';
import { locateResponse } from '../causes/locate-schema.js';
import { listSchemaLocations, mutateSchemaLocation } from './list-schema-locations.js';
import type { EquivalentDeviation, WireDeviation } from './wire-deviation.js';

/** Deviations of an API from its contract, and changes that the contract allows. */
interface WireDeviations {
  readonly deviations: WireDeviation[];
  readonly equivalent: EquivalentDeviation[];
}

/** Path of the messages in an inbox response. */
const message = ['messages', '*'];

/**
 * Generates wire deviations from a description. Responses have missing required fields and headers, or wrong types,
 * values and statuses. Operations return repeated pages or data of other tenants. Webhooks are delivered twice or have
 * changed fields.
 */
export function generateWireDeviations(contract: ApiContract): WireDeviations {
  const deviations: WireDeviation[] = [];
  const equivalent: EquivalentDeviation[] = [];
  for (const operation of contract.operations.values()) {
    for (const status of operation.statuses.filter((text) => /^\d{3}$/.test(text)).map(Number)) {
      const answer = responseBase(contract, operation, status);
      const base = `${contract.name}.${operation.operationId} ${status}`;
      const common = { api: contract.name, operationId: operation.operationId, status };
      const made = bodyDeviations(contract, answer, base, common);
      deviations.push(...made.deviations);
      equivalent.push(...made.equivalent);
      for (const [name, header] of Object.entries(answer.headers)) {
        if (header === undefined) continue;
        const id = `${base} header ${name} lost`;
        const says = `${operation.operationId} ${status} comes without the header ${name}`;
        if (header['required'] !== true) equivalent.push({ id, reason: optionalHeader });
        else deviations.push({ ...common, id, kind: 'header-lost', header: name.toLowerCase(), says });
      }
      const instead = chooseWrongStatus(status, operation.statuses);
      const says = `${operation.operationId} returns ${instead} instead of ${status}`;
      deviations.push({ ...common, id: `${base} becomes ${instead}`, kind: 'status-swapped', instead, says });
    }
    deviations.push(...operationDeviations(contract.name, operation));
  }
  deviations.push(...generateCallbackDeviations(contract));
  return { deviations, equivalent };
}

type Common = Pick<WireDeviation, 'api' | 'operationId' | 'status'>;

function bodyDeviations(
  contract: ApiContract,
  answer: Record<string, unknown>,
  base: string,
  common: Common,
): WireDeviations {
  const content = isObject(answer.content) ? answer.content : {};
  const media = Object.entries(content).find(([type]) => /[/+]json$/.test(type))?.[1];
  const schema = isObject(media) ? media.schema : undefined;
  if (!isObject(schema)) return { deviations: [], equivalent: [] };
  const deviations: WireDeviation[] = [];
  const equivalent: EquivalentDeviation[] = [];
  for (const place of listSchemaLocations(contract.document, schema)) {
    const made = mutateSchemaLocation(place, `${common.operationId} ${common.status}`);
    for (const { name, ...rest } of made.deviations) deviations.push({ ...common, ...rest, id: `${base} ${name}` });
    for (const { name, reason } of made.equivalent) equivalent.push({ id: `${base} ${name}`, reason });
  }
  return { deviations, equivalent };
}

const optionalHeader = 'The contract does not require the header, so a response without it is still valid.';

function operationDeviations(api: string, operation: Operation): WireDeviation[] {
  const { operationId } = operation;
  const common = { api, operationId };
  const deviations: WireDeviation[] = [];
  if (operation.parameters.some((parameter) => parameter.in === 'query' && parameter.name === 'page')) {
    const says = `${operationId} returns the first page for every page`;
    deviations.push({ ...common, id: `${api}.${operationId} page repeated`, kind: 'page-repeated', says });
  }
  if (operation.parameters.some((parameter) => /^tenant-?id$/i.test(parameter.name))) {
    const says = `${operationId} always uses the tenant of the first request`;
    deviations.push({ ...common, id: `${api}.${operationId} tenant mixed up`, kind: 'tenant-mixed-up', says });
  }
  return deviations;
}

/** Returns the description of a response with resolved headers. */
function responseBase(contract: ApiContract, operation: Operation, status: number) {
  const answer = locateResponse(contract, operation, status)?.schema ?? {};
  const headers = Object.entries(isObject(answer.headers) ? answer.headers : {});
  const resolved = headers.map(([name, header]) => [name, resolveReference(contract.document, header)] as const);
  return { ...answer, headers: Object.fromEntries(resolved) };
}

/** Typical wrong statuses: another success or another error. */
const usual: Readonly<Record<number, readonly number[]>> = {
  200: [202, 201],
  201: [200],
  202: [200],
  204: [200],
  400: [422, 404],
  401: [403, 400],
  403: [401, 404],
  404: [400, 410],
  409: [400, 422],
  413: [400],
  429: [503, 500],
  500: [503, 502],
};

/** Chooses the most likely wrong status. Prefers documented statuses, because only scenarios can detect them. */
export function chooseWrongStatus(status: number, documented: readonly string[]): number {
  const mistakes = usual[status] ?? [status < 400 ? 200 : status < 500 ? 400 : 500, 418];
  const others = mistakes.filter((other) => other !== status);
  return others.find((other) => documented.includes(String(other))) ?? others[0] ?? 418;
}

/**
 * Generates webhook deviations as they appear in an inbox: repeated deliveries, removed or changed fields, and missing
 * headers.
 */
function generateCallbackDeviations(contract: ApiContract): WireDeviation[] {
  const found = new Map<string, Record<string, unknown>>();
  collect(contract, found);
  const api = contract.name;
  const deviations: WireDeviation[] = [];
  for (const [name, operation] of found) {
    const base = `${api} webhook ${name}`;
    const add = (what: string, deviation: Pick<WireDeviation, 'kind' | 'says' | 'path' | 'edit'>) =>
      deviations.push({ api, operationId: 'webhook', status: 200, id: `${base} ${what}`, ...deviation });
    add('delivered twice', { kind: 'delivery-doubled', says: `${name} is delivered twice` });
    for (const place of listSchemaLocations(contract.document, schemaOf(contract, operation))) {
      for (const { name: what, path, ...rest } of mutateSchemaLocation(place, name).deviations)
        add(what, { ...rest, path: [...message, 'body', ...path] });
    }
    for (const header of headersOf(contract, operation)) {
      const path = [...message, 'headers', header.toLowerCase()];
      const says = `${name} comes without the header ${header}`;
      add(`header ${header} lost`, { kind: 'header-lost', says, path, edit: { kind: 'remove' } });
    }
  }
  return deviations;
}

/** Collects the requests of `webhooks` and of every operation's `callbacks`, once per operationId. */
function collect({ document }: ApiContract, found: Map<string, Record<string, unknown>>): void {
  const note = (given: unknown): void => {
    const item = resolveReference(document, given);
    for (const method of ['post', 'put', 'get']) {
      const operation = resolveReference(document, item?.[method]);
      if (operation !== undefined) found.set(String(operation.operationId ?? 'webhook'), operation);
    }
  };
  for (const item of Object.values(document.webhooks ?? {})) note(item);
  const below = (given: unknown): unknown[] => Object.values(resolveReference(document, given) ?? {});
  const operations = Object.values(document.paths ?? {})
    .flatMap(below)
    .filter(isObject);
  const callbacks = operations.flatMap((operation) => (isObject(operation.callbacks) ? [operation.callbacks] : []));
  for (const item of callbacks.flatMap(Object.values).flatMap(below)) note(item);
}

function schemaOf({ document }: ApiContract, operation: Record<string, unknown>): Record<string, unknown> | undefined {
  const content = resolveReference(document, operation.requestBody)?.content;
  const media = isObject(content) ? content['application/json'] : undefined;
  return isObject(media) && isObject(media.schema) ? media.schema : undefined;
}

function headersOf({ document }: ApiContract, operation: Record<string, unknown>): string[] {
  const parameters: unknown[] = Array.isArray(operation.parameters) ? operation.parameters : [];
  return parameters.flatMap((given) => {
    const parameter = resolveReference(document, given);
    return parameter?.in === 'header' ? [String(parameter.name)] : [];
  });
}
