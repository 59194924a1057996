import { runScenarios, selectWorkflows, toWorkflowKey } from '@understudy/conformance';
import { suggestName } from '@understudy/contract';
import { createArgumentsSchema, type McpTool, ToolError } from './tool.js';

export const runScenarioTool: McpTool = {
  name: 'run_scenario',
  description:
    'Runs scenarios in temporary sandboxes and returns their outcomes and the causes of failures. list_scenarios returns the ids.',
  input: createArgumentsSchema(
    {
      workflowIds: { type: 'array', minItems: 1, maxItems: 20, items: { type: 'string' } },
      api: { type: 'string', description: 'The API, if several have a scenario with this name.' },
    },
    ['workflowIds'],
  ),
  readOnly: false,
  output: { totals: 'object', workflows: 'array', causes: 'array' },
  run: async (input, { apis: served, workspace: { files, contracts, ledger }, target }) => {
    const ids = [input['workflowIds']].flat().map(String);
    const apis = input['api'] === undefined ? served : [String(input['api'])];
    const all = selectWorkflows(files, { apis });
    const known = all.map(({ workflow }) => workflow.workflowId);
    const unknown = ids.find((id) => !known.includes(id));
    if (unknown !== undefined) {
      throw new ToolError(
        `Unknown scenario "${unknown}".${suggestName(unknown, known)} Use list_scenarios to list all.`,
      );
    }
    const chosen = all.filter(({ workflow }) => ids.includes(workflow.workflowId));
    const result = await runScenarios({
      files,
      contracts,
      ledger,
      target,
      apis,
      workflows: chosen.map(({ file, workflow }) => toWorkflowKey(file.file, workflow.workflowId)),
    });
    return {
      totals: result.totals,
      ...(result.unreachable === undefined ? {} : { unreachable: result.unreachable }),
      workflows: result.workflows.map(({ workflowId, outcome, reason, claims, steps }) => ({
        workflowId,
        outcome,
        reason,
        claims,
        steps: steps.map(({ stepId, outcome: ended }) => ({ stepId, outcome: ended })),
      })),
      causes: result.causes.map(({ title, ruleId, claims, gaps, exchange, ...cause }) => ({
        title,
        ruleId,
        claims,
        gaps,
        expected: 'expected' in cause ? cause.expected : undefined,
        actual: 'actual' in cause ? cause.actual : undefined,
        exchange,
      })),
    };
  },
};
