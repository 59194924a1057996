import {
  type ApiContract,
  evaluateExpression,
  isJsonNumber,
  isObject,
  listLinks,
  type Operation,
} from '@understudy/contract';
import type { GeneratedRequest, RequestValues } from './generated-request.js';
import type { ReceivedResponse } from './send-request.js';

const most = 5;

/** Resources in responses by collection path, for later requests. */
export class ObservedValues {
  readonly #byShape = new Map<string, Readonly<Record<string, unknown>>[]>();
  /** Parameter values from links, by operation. */
  readonly #linked = new Map<Operation, Readonly<Record<string, unknown>>[]>();

  constructor(private readonly contract: ApiContract) {}

  /** Stores the values of a response with its path parameters, and the targets of its links. */
  note(operation: Operation, request: GeneratedRequest, answer: ReceivedResponse): void {
    const { path, method } = operation;
    const { path: parameters } = request;
    const { status, body } = answer;
    this.#follow(operation, request, answer);
    if (status < 200 || status >= 300 || method === 'DELETE') return;
    const isItem = path.endsWith('}');
    const shape = shapeOf(isItem ? path.slice(0, path.lastIndexOf('/')) : path);
    const seen = this.#byShape.get(shape) ?? [];
    const found = thingsIn(body).map((thing) => {
      const scalars = Object.entries(thing).filter(([, value]) => typeof value === 'string' || isJsonNumber(value));
      return { ...Object.fromEntries(scalars), ...parameters };
    });
    if (found.length > 0) this.#byShape.set(shape, [...found, ...seen].slice(0, most));
  }

  /** Returns the path values of existing resources. */
  known(operation: Operation): RequestValues {
    const linked = this.#linked.get(operation) ?? [];
    const { together = [] } = this.#alike(operation);
    const known = [...linked, ...together];
    return known.length === 0
      ? { values: {} }
      : { values: {}, together: together.length === 0 ? [...known, {}] : known };
  }

  #follow(operation: Operation, { path, query, headers, value }: GeneratedRequest, answer: ReceivedResponse): void {
    const { document, operations } = this.contract;
    const exchange = {
      url: answer.address.href,
      method: operation.method,
      status: answer.status,
      request: { headers, path, query: Object.fromEntries(query), body: value },
      response: { headers: answer.headers, body: answer.body },
    };
    for (const link of listLinks(document, operations.values(), operation, answer.status)) {
      const given = Object.entries(link.parameters).flatMap(([name, said]) => {
        const meant = typeof said === 'string' ? evaluateExpression(said, exchange) : said;
        return meant === undefined ? [] : [[name, meant] as const];
      });
      if (given.length === 0) continue;
      const before = this.#linked.get(link.operation) ?? [];
      this.#linked.set(link.operation, [Object.fromEntries(given), ...before].slice(0, most));
    }
  }

  #alike({ path }: Operation): RequestValues {
    const segments = path.split('/');
    const last = segments.findLastIndex((segment) => segment.startsWith('{'));
    const name = segments[last]?.slice(1, -1);
    const things = this.#byShape.get(shapeOf(segments.slice(0, last).join('/'))) ?? [];
    const together = things.flatMap((thing) => {
      const key = name === undefined ? undefined : keyOf(thing, name);
      return key === undefined || name === undefined ? [] : [{ ...thing, [name]: key }];
    });
    return together.length === 0 ? { values: {} } : { values: {}, together: [...together, {}] };
  }
}

/** Returns the resources in a response: itself, the items of a list, or those in an envelope. */
function thingsIn(body: unknown): Readonly<Record<string, unknown>>[] {
  if (Array.isArray(body)) return body.filter(isObject).slice(0, most);
  if (!isObject(body) || ArrayBuffer.isView(body)) return [];
  if ('id' in body) return [body];
  const inner = Object.values(body);
  const list = inner.find((value) => Array.isArray(value) && value.length > 0 && value.every(isObject));
  if (list !== undefined) return thingsIn(list);
  const thing = inner.find((value) => isObject(value) && 'id' in value);
  return [isObject(thing) ? thing : body];
}

function shapeOf(path: string): string {
  return path.replace(/\{[^{}]*\}/g, '{}');
}

function keyOf(thing: Readonly<Record<string, unknown>>, name: string): unknown {
  const ending = /(?:[_-]|(?<=[a-z])(?=[A-Z]))([A-Za-z]+)$/.exec(name)?.[1]?.toLowerCase();
  return thing[name] ?? (ending === undefined ? undefined : thing[ending]) ?? thing['id'] ?? thing['name'];
}
