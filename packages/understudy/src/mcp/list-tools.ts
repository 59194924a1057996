import { selectWorkflows } from '@understudy/conformance';
import { stringifyJson } from '@understudy/contract';
import { bundleSchema } from '../schemas/bundle-schema.js';
import {
  apiArgument,
  createArgumentsSchema,
  findApi,
  findOperation,
  limitArgument,
  type McpTool,
  readTextArgument,
  searchArgument,
  type ToolContext,
} from './tool.js';

/** Creates a tool that lists entries of the simulated APIs. */
function createListTool(
  name: string,
  description: string,
  entriesOf: (apis: readonly string[], place: ToolContext) => readonly object[],
): McpTool {
  return {
    name,
    description,
    input: createArgumentsSchema({ api: apiArgument, search: searchArgument, limit: limitArgument }),
    readOnly: true,
    output: { total: 'integer', entries: 'array' },
    run: async (input, place) => {
      const api = readTextArgument(input, 'api');
      const apis = api === undefined ? place.apis : [findApi(place, api).name];
      const entries = matching(entriesOf(apis, place), readTextArgument(input, 'search'));
      return { total: entries.length, entries: entries.slice(0, Number(input['limit'])) };
    },
  };
}

export const listTools: readonly McpTool[] = [
  createListTool(
    'list_operations',
    'Lists the operations of the simulated APIs with method, path and summary. Filter with api and search.',
    (apis, place) =>
      apis.flatMap((api) =>
        [...findApi(place, api).operations.values()].map(({ operationId, method, path, summary }) => ({
          api,
          operationId,
          method,
          path,
          summary,
        })),
      ),
  ),
  {
    name: 'describe_operation',
    description:
      'Describes one operation: parameters and body with their JSON Schemas, statuses, and whether it requires a token.',
    input: createArgumentsSchema({ api: apiArgument, operationId: { type: 'string' } }, ['api', 'operationId']),
    readOnly: true,
    output: { method: 'string', path: 'string' },
    run: async (input, place) => {
      const name = String(input['api']);
      const { method, path, summary, parameters, requestBody, statuses, security } = findOperation(
        place,
        name,
        String(input['operationId']),
      );
      const told = { method, path, summary, needsToken: security.length > 0, statuses, parameters, requestBody };
      return bundleSchema(told, place.workspace.contracts, name);
    },
  },
  createListTool(
    'list_claims',
    'Lists claims, which are facts that the documents state, with their ids and sections. Filter with api and search.',
    (apis, { workspace }) =>
      workspace.ledger.claims
        .filter(
          ({ id, appliesTo, sharedBy }) =>
            apis.includes(id.split('.', 1)[0] ?? '') || (appliesTo ?? sharedBy)?.some((each) => apis.includes(each)),
        )
        .map(({ id, says, section }) => ({ id, says, section })),
  ),
  createListTool(
    'list_scenarios',
    'Lists the scenarios (Arazzo workflows) with their summaries and claims. Pass their ids to run_scenario.',
    (apis, { workspace }) =>
      selectWorkflows(workspace.files, {})
        .filter(({ file }) => apis.includes(file.api ?? ''))
        .map(({ file, workflow: { workflowId, summary = '', 'x-claims': claims = [] } }) => ({
          api: file.api,
          workflowId,
          summary,
          claims,
        })),
  ),
];

/** Returns the entries that contain every word, in any order and case. */
function matching<Entry>(entries: readonly Entry[], search: string | undefined): Entry[] {
  const words = (search ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter((entry) => {
    const text = stringifyJson(entry).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
