import { type ApiContract, isObject, resolveReference } from '@understudy/contract';
import { listSchemaLocations } from './list-schema-locations.js';
import { mutateSchemaLocation } from './mutate-schema-location.js';
import type { WireDeviation } from './wire-deviation.js';

/** The path of webhooks in an inbox. */
const message = ['messages', '*'];

/**
 * Generates webhook deviations as they appear in an inbox: repeated deliveries, removed or changed fields, and missing
 * headers.
 */
export function generateCallbackDeviations(contract: ApiContract): WireDeviation[] {
  const found = new Map<string, Record<string, unknown>>();
  collect(contract, found);
  const api = contract.name;
  const deviations: WireDeviation[] = [];
  for (const [name, operation] of found) {
    const common = { api, operationId: 'webhook', status: 200 };
    const base = `${api} webhook ${name}`;
    deviations.push({
      ...common,
      id: `${base} delivered twice`,
      kind: 'delivery-doubled',
      says: `${name} is delivered twice`,
    });
    for (const place of listSchemaLocations(contract.document, schemaOf(contract, operation))) {
      for (const { name: what, path, ...rest } of mutateSchemaLocation(place, name).deviations)
        deviations.push({ ...common, ...rest, path: [...message, 'body', ...path], id: `${base} ${what}` });
    }
    for (const header of headersOf(contract, operation)) {
      deviations.push({
        ...common,
        id: `${base} header ${header} lost`,
        kind: 'header-lost',
        says: `${name} comes without the header ${header}`,
        path: [...message, 'headers', header.toLowerCase()],
        edit: { kind: 'remove' },
      });
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
  for (const given of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(resolveReference(document, given) ?? {})) {
      const callbacks = isObject(operation) && isObject(operation.callbacks) ? Object.values(operation.callbacks) : [];
      for (const callback of callbacks) {
        for (const item of Object.values(resolveReference(document, callback) ?? {})) note(item);
      }
    }
  }
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
