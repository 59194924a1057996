import { selectWorkflows } from '@understudy/conformance';
import { stringifyJson } from '@understudy/contract';
import { bundleSchema } from '../schemas/bundle-schema.js';
import {
  apiArgument,
  createArgumentsSchema,
  limitArgument,
  type McpTool,
  readTextArgument,
  searchArgument,
  type ToolInput,
} from './tool.js';
import type { ToolContext } from './tool-context.js';
import { findApi, findOperation } from './tool-context.js';

const filters = { api: apiArgument, search: searchArgument, limit: limitArgument };

export const listTools: readonly McpTool[] = [
  {
    name: 'list_operations',
    description:
      'Lists the operations of the simulated APIs with method, path and summary. Filter with api and search.',
    input: createArgumentsSchema(filters),
    readOnly: true,
    output: { total: 'integer', entries: 'array' },
    run: async (input, place) => {
      const all = apisIn(input, place).flatMap((name) =>
        [...findApi(place, name).operations.values()].map(({ operationId, method, path, summary }) => ({
          api: name,
          operationId,
          method,
          path,
          summary,
        })),
      );
      return firstOf(matching(all, readTextArgument(input, 'search')), Number(input['limit']));
    },
  },
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
  {
    name: 'list_claims',
    description:
      'Lists claims, which are facts that the documents state, with their ids and sections. Filter with api and search.',
    input: createArgumentsSchema(filters),
    readOnly: true,
    output: { total: 'integer', entries: 'array' },
    run: async (input, place) => {
      const chosen = new Set(apisIn(input, place));
      const all = place.workspace.ledger.claims
        .filter(
          ({ id, appliesTo, sharedBy }) =>
            chosen.has(id.split('.', 1)[0] ?? '') || (appliesTo ?? sharedBy)?.some((each) => chosen.has(each)),
        )
        .map(({ id, says, section }) => ({ id, says, section }));
      return firstOf(matching(all, readTextArgument(input, 'search')), Number(input['limit']));
    },
  },
  {
    name: 'list_scenarios',
    description:
      'Lists the scenarios (Arazzo workflows) with their summaries and claims. Pass their ids to run_scenario.',
    input: createArgumentsSchema(filters),
    readOnly: true,
    output: { total: 'integer', entries: 'array' },
    run: async (input, place) => {
      const chosen = new Set(apisIn(input, place));
      const all = selectWorkflows(place.workspace.files, {})
        .filter(({ file }) => chosen.has(file.api ?? ''))
        .map(({ file, workflow: { workflowId, summary = '', 'x-claims': claims = [] } }) => ({
          api: file.api,
          workflowId,
          summary,
          claims,
        }));
      return firstOf(matching(all, readTextArgument(input, 'search')), Number(input['limit']));
    },
  },
];

function apisIn(input: ToolInput, place: ToolContext): string[] {
  const name = readTextArgument(input, 'api');
  return name === undefined ? [...place.apis] : [findApi(place, name).name];
}

/** Returns the entries that contain every word, in any order and case. */
function matching<Entry>(entries: readonly Entry[], search: string | undefined): Entry[] {
  const words = (search ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter((entry) => {
    const text = stringifyJson(entry).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function firstOf<Entry>(entries: readonly Entry[], limit: number): { total: number; entries: Entry[] } {
  return { total: entries.length, entries: entries.slice(0, limit) };
}
