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
