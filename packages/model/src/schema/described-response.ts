import { isObject, resolveReference } from '@understudy/contract';
import { remember } from './remember.js';

export interface DescribedResponse {
  /** As written in the description: `200`, `4XX`, `default`. */
  readonly key: string;
  /** By media type, in lower case. */
  readonly content: ReadonlyMap<string, { readonly schema: unknown; readonly examples: ReadonlyMap<string, unknown> }>;
  readonly headers: Readonly<Record<string, unknown>>;
  /** True if the response is a substitute for an error body that the API does not describe. */
  readonly isProblem: boolean;
  /** The status that an error is sent with, in place of its own. */
  readonly errorStatus?: number;
}

/** Reads the documented responses of an operation by status, as written in the description. */
export function readResponses(document: unknown, node: Readonly<Record<string, unknown>>): DescribedResponse[] {
  const responses = isObject(node.responses) ? Object.entries(node.responses) : [];
  return responses.flatMap(([key, each]) => {
    const response = resolveReference(document, each);
    if (response === undefined || key.startsWith('x-')) return [];
    const content = Object.entries(isObject(response.content) ? response.content : {}).map(([type, entry]) => {
      const { schema, itemSchema, examples }: Record<string, unknown> = isObject(entry) ? entry : {};
      return [
        type.toLowerCase(),
        { schema: itemSchema ?? schema, examples: readExamples(document, examples) },
      ] as const;
    });
    return [
      {
        key,
        content: new Map(content),
        headers: isObject(response.headers) ? response.headers : {},
        ...(typeof response['x-understudy-status'] === 'number'
          ? { errorStatus: response['x-understudy-status'] }
          : {}),
        isProblem: response['x-understudy-problem'] === true,
      },
    ];
  });
}

function readExamples(document: unknown, examples: unknown): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const [name, each] of Object.entries(isObject(examples) ? examples : {})) {
    const example = resolveReference(document, each);
    if (example === undefined) continue;
    const value = ['value', 'dataValue', 'serializedValue'].find((each) => each in example);
    if (value !== undefined) found.set(name, example[value]);
    // Some descriptions omit the example object and write its value directly.
    else if (example.externalValue === undefined) found.set(name, example);
  }
  return found;
}

/** Finds the documented response of a status by its number, its range, or `default`. */
export function findResponse(responses: readonly DescribedResponse[], status: number): DescribedResponse | undefined {
  const known = remember(responsesByStatus, responses, () => new Map());
  return remember(known, status, () => searchResponse(responses, status));
}

const responsesByStatus = new WeakMap<readonly DescribedResponse[], Map<number, DescribedResponse | undefined>>();

function searchResponse(responses: readonly DescribedResponse[], status: number): DescribedResponse | undefined {
  const keys = [String(status), `${Math.floor(status / 100)}XX`, 'default'];
  return keys.map((key) => responses.find((each) => each.key === key)).find((each) => each !== undefined);
}

export function findSuccessBody({
  responses,
  statuses: [status = 200],
}: {
  readonly responses: readonly DescribedResponse[];
  readonly statuses: readonly number[];
}) {
  return findJsonBody(findResponse(responses, status));
}

/** Finds the media type and schema of the body that JSON clients get, or undefined. */
export function findJsonBody(response: DescribedResponse | undefined): DescribedBody | undefined {
  return response === undefined ? undefined : remember(jsonBodies, response, () => searchJsonBody(response));
}

interface DescribedBody {
  readonly type: string;
  readonly schema: unknown;
  readonly examples: ReadonlyMap<string, unknown>;
}

const jsonBodies = new WeakMap<DescribedResponse, DescribedBody | undefined>();

function searchJsonBody({ content }: DescribedResponse): DescribedBody | undefined {
  const types = [...content];
  const [type, entry] =
    types.find(([each]) => each === 'application/json') ??
    types.find(([each]) => each.includes('json') && !each.includes('seq') && !each.includes('lines')) ??
    types.find(([each]) => each === '*/*') ??
    types[0] ??
    [];
  return type === undefined || entry === undefined ? undefined : { type, ...entry };
}

/** Lists the documented success statuses, the preferred ones first. */
export function listSuccessStatuses(responses: readonly DescribedResponse[], wanted: readonly number[] = []): number[] {
  const exact = responses.map(({ key }) => Number(key)).filter((status) => status >= 200 && status < 300);
  const range = responses.some(({ key }) => key === '2XX');
  const documented = [
    ...exact.sort((one, other) => one - other),
    ...(range ? [200, 201, 204].filter((status) => !exact.includes(status)) : []),
  ];
  const suitable = wanted.filter((status) => documented.includes(status));
  if (documented.length > 0) return [...new Set([...suitable, ...documented])];
  if (responses.some(({ key }) => key === 'default')) return [wanted[0] ?? 200];
  const redirect = responses
    .map(({ key }) => Number(key.replace('XX', '00')))
    .find((status) => status >= 300 && status < 400);
  return [redirect ?? 200];
}
