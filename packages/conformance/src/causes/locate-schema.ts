import { type ApiContract, isObject, type Operation } from '@understudy/contract';
import { listGapIds } from '../coverage/documented-properties.js';
import { splitPointer } from '../expressions/json-pointer.js';

/** A location in a description, and its Overlay target. */
interface SchemaPlace {
  /** Keys from the root of the document, with references resolved. */
  keys: string[];
  schema: Record<string, unknown>;
  /** Gaps at the location itself. */
  gaps: string[];
  /** Gaps on the path from the response to the location. */
  above: string[];
}

/** Converts keys to a JSONPath for the `target` of an Overlay action. */
export function toJsonPath(keys: readonly string[]): string {
  return `$${keys.map((key) => (/^[A-Za-z_][\w]*$/.test(key) ? `.${key}` : `['${key.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`)).join('')}`;
}

/** Returns the keys that lead to an operation in its description. */
export function pathToOperation(operation: Operation): string[] {
  return ['paths', operation.path, operation.method.toLowerCase()];
}

/** Returns the description of a response with its resolved keys and gaps. */
export function locateResponse(contract: ApiContract, operation: Operation, status: number): SchemaPlace | undefined {
  return follow(contract.document, [...pathToOperation(operation), 'responses', String(status)], []);
}

/**
 * Finds the schema of a location in a JSON response. If there are alternatives, the first one with that location is
 * used.
 *
 * @param pointer JSON Pointer into the message, such as `/body/results/0/supplierId`
 */
export function locateSchema(
  contract: ApiContract,
  operation: Operation,
  status: number,
  pointer: string,
): SchemaPlace | undefined {
  const { document } = contract;
  const response = locateResponse(contract, operation, status);
  const content = response?.schema.content;
  const media = isObject(content) ? Object.keys(content).find((type) => /json/.test(type)) : undefined;
  if (response === undefined || media === undefined) return undefined;
  const root = follow(document, [...response.keys, 'content', media, 'schema'], [...response.above, ...response.gaps]);
  return root === undefined ? undefined : descend(document, root, splitPointer(pointer).slice(1));
}

/** Finds the schema at a pointer into the message, or of its nearest ancestor, and returns it with its pointer. */
export function findNearestSchema(
  contract: ApiContract,
  operation: Operation,
  status: number,
  pointer: string,
): (SchemaPlace & { pointer: string }) | undefined {
  for (let at = pointer; at.startsWith('/body'); at = at.slice(0, at.lastIndexOf('/'))) {
    const place = locateSchema(contract, operation, status, at);
    if (place !== undefined) return { ...place, pointer: at };
  }
  return undefined;
}

/** Returns the description of a header. The name is case-insensitive. */
export function locateHeader(
  contract: ApiContract,
  operation: Operation,
  status: number,
  name: string,
): SchemaPlace | undefined {
  const response = locateResponse(contract, operation, status);
  const headers = response?.schema.headers;
  const declared = isObject(headers) && Object.keys(headers).find((one) => one.toLowerCase() === name.toLowerCase());
  if (response === undefined || typeof declared !== 'string') return undefined;
  return follow(contract.document, [...response.keys, 'headers', declared], response.above);
}

function descend(document: unknown, place: SchemaPlace, [token, ...rest]: readonly string[]): SchemaPlace | undefined {
  if (token === undefined) return place;
  for (const keys of stepsInto(place.schema, token)) {
    const next = follow(document, [...place.keys, ...keys], [...place.above, ...place.gaps]);
    const found = next === undefined ? undefined : descend(document, next, rest);
    if (found !== undefined) return found;
  }
  for (const keyword of ['allOf', 'oneOf', 'anyOf']) {
    const parts = place.schema[keyword];
    for (const index of Array.isArray(parts) ? parts.keys() : []) {
      const next = follow(document, [...place.keys, keyword, String(index)], [...place.above, ...place.gaps]);
      const found = next === undefined ? undefined : descend(document, next, [token, ...rest]);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function stepsInto(schema: Record<string, unknown>, token: string): string[][] {
  const steps: string[][] = [];
  if (isObject(schema.properties) && Object.hasOwn(schema.properties, token)) steps.push(['properties', token]);
  if (/^(\d+|\*)$/.test(token) && isObject(schema.items)) steps.push(['items']);
  if (isObject(schema.additionalProperties)) steps.push(['additionalProperties']);
  return steps;
}

/** Returns the value at a path of keys, following references, and the keys of its definition. */
function follow(document: unknown, keys: string[], above: readonly string[]): SchemaPlace | undefined {
  let at: string[] = [];
  let value: unknown = document;
  const met: string[] = [];
  const resolve = () => {
    for (let hops = 0; hops < 20 && isObject(value) && typeof value.$ref === 'string'; hops++) {
      met.push(...listGapIds(value));
      at = splitPointer(value.$ref.replace(/^#/, ''));
      value = at.reduce<unknown>((current, key) => (isObject(current) ? current[key] : undefined), document);
    }
  };
  for (const key of keys) {
    resolve();
    met.length = 0;
    if (Array.isArray(value)) value = value[Number(key)];
    else if (isObject(value) && Object.hasOwn(value, key)) value = value[key];
    else return undefined;
    at = [...at, key];
  }
  resolve();
  if (!isObject(value)) return undefined;
  met.push(...listGapIds(value));
  return { keys: at, schema: value, gaps: [...new Set(met)], above: [...new Set(above)] };
}
