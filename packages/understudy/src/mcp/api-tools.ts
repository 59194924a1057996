import { isObject, membersOf, stringifyJson } from '@understudy/contract';
import { createRequestCredentials } from '../request-credentials.js';
import { bundleSchema } from '../schemas/bundle-schema.js';
import { callOperationTool, requestAuthorization } from './call-operation.js';
import {
  apiArgument,
  createArgumentsSchema,
  findApi,
  type McpTool,
  sandboxArgument,
  type ToolContext,
  ToolError,
  toSandboxUrl,
} from './tool.js';

export const apiTools: readonly McpTool[] = [
  {
    name: 'fuzz_api',
    description:
      'Sends generated requests, valid and invalid, to every operation of an API in a sandbox. Returns one finding for each cause, with the shortest request that reproduces it.',
    input: createArgumentsSchema(
      {
        api: apiArgument,
        requests: { type: 'integer', minimum: 1, maximum: 100, default: 10, description: 'Requests per operation.' },
        seed: { type: 'string', default: '1', description: 'The same seed sends the same requests.' },
        sandbox: { ...sandboxArgument, default: 'fuzz' },
      },
      ['api'],
    ),
    output: { operations: 'integer', requests: 'integer', findings: 'array' },
    readOnly: false,
    destructive: true,
    run: async (input, place) => {
      const contract = findApi(place, String(input['api']));
      const { fuzzContract } = await import('@understudy/fuzzing');
      const name = String(input['sandbox']);
      const [first] = [...contract.operations.values()].filter(({ security }) => security.length > 0);
      const authorization = first === undefined ? undefined : await requestAuthorization(first, name, place);
      const token = authorization?.replace('Bearer ', '') ?? 'any';
      return await fuzzContract(contract, {
        fetch: (address, init = {}) => place.fetch(address, init),
        url: toSandboxUrl(place, name),
        requests: Number(input['requests']),
        seed: String(input['seed']),
        timeoutMs: 60_000,
        credentials: (operation) => createRequestCredentials(contract, operation, token),
      });
    },
  },
  {
    name: 'start_description',
    description:
      'Starts another API from its OpenAPI description, a file or URL, with generated records. Returns its name. This resets all sandboxes, so do it first.',
    input: createArgumentsSchema({ description: { type: 'string', description: 'Path or URL of the description.' } }, [
      'description',
    ]),
    output: { api: 'string', apis: 'array' },
    readOnly: false,
    destructive: true,
    run: async ({ description }, place) => {
      if (place.startDescription === undefined)
        throw new ToolError(
          'This server runs elsewhere. Restart it with the description: understudy start <description>',
        );
      const name = await place.startDescription(String(description)).catch((error: unknown) => {
        throw new ToolError(error instanceof Error ? error.message : String(error));
      });
      return { api: name, apis: place.apis };
    },
  },
];

/** Arguments that identify an operation. */
const isOperation = new Set(['api', 'operationId']);

/** Creates a tool for each operation, with the other arguments of call_operation. */
export function createOperationTools(place: ToolContext): McpTool[] {
  return place.apis.flatMap((name) =>
    [...findApi(place, name).operations.values()].map(
      ({ operationId, method, path, summary, parameters, requestBody }) => {
        const others = Object.entries(membersOf(membersOf(callOperationTool.input)['properties'])).flatMap(
          ([argument, schema]) => (isObject(schema) && !isOperation.has(argument) ? [[argument, schema] as const] : []),
        );
        const schema = bundleSchema({ parameters, requestBody }, place.workspace.contracts, name);
        return {
          ...callOperationTool,
          name: `${name}_${operationId}`.slice(0, 64),
          description: `${method} ${path}: ${summary} Parameters and body: ${stringifyJson(schema).slice(0, 4000)}`,
          input: createArgumentsSchema(Object.fromEntries(others)),
          readOnly: method === 'GET',
          run: async (input, at) => await callOperationTool.run({ ...input, api: name, operationId }, at),
        } satisfies McpTool;
      },
    ),
  );
}
