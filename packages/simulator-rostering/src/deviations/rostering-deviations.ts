import { createErrorResult, type Simulator } from '@understudy/kernel';
import {
  applyOverlayActions,
  changeAtPath,
  combineChanges,
  constantOf,
  converterOf,
  createDeviationTable,
  type DeviationTable,
  makeOptional,
  readDeviationTable,
  removedMarker,
  toJsonObject,
  toList,
  wrapHandlers,
} from '@understudy/kernel/deviations';
import { serveAsDemoClient } from '@understudy/simulator-identity/deviations';
import rows from './rostering-deviations.json' with { type: 'json' };
import { changeDefinition, changeResult, ruleDeviations } from './rule-deviations.js';

const withoutCases = (name: string) => applyOverlayActions({ target: `$.components.schemas.${name}.if`, remove: true });
const table = readDeviationTable(rows, {
  words: {
    setResult: (path: string, value: unknown) => changeResult(path, constantOf(value)),
    convertResult: (path: string, name: string, ...given: unknown[]) => changeResult(path, converterOf(name, given)),
    convertReturned: (path: string, name: string, ...given: unknown[]) =>
      changeResult(path, converterOf(name, given), 'getRequest'),
    setDefinition: (path: string, value: unknown) =>
      changeDefinition((body) => changeAtPath(body, path, constantOf(value))),
    convertDefinition: (path: string, name: string, ...given: unknown[]) =>
      changeDefinition((body) => changeAtPath(body, path, converterOf(name, given))),
    /** Treats a missing member of a definition like an empty one. */
    notRequired: (member: string, instead: unknown) =>
      combineChanges(
        makeOptional('JobDefinition', member),
        changeDefinition((body) => ({ [member]: instead, ...body })),
      ),
    headerNotRequired: (name: string) =>
      applyOverlayActions({
        target: `$.components.parameters.${name}`,
        update: { required: false, schema: { default: 'nobody' } },
      }),
  },
});

const anyOf = (member: 'scheduleType' | 'demandType') => (simulator: Simulator) => {
  const path = `$.components.schemas.JobInfo.properties.${member}.enum`;
  const { components } = simulator.contract.document;
  const jobInfo = toJsonObject(toJsonObject(toJsonObject(components)['schemas'])['JobInfo']);
  const values = toList(toJsonObject(toJsonObject(jobInfo['properties'])[member])['enum']);
  const known = changeDefinition((body) =>
    changeAtPath(body, `jobInfo/${member}`, (value) =>
      typeof value === 'string' && !values.includes(value) ? values[0] : value,
    ),
  );
  return combineChanges(applyOverlayActions({ target: path, remove: true }), known)(simulator);
};

export const rosteringDeviations: DeviationTable = createDeviationTable({
  ...table,
  ...ruleDeviations,
  'rostering.job-info.schema': changeResult('jobInfo', (info) => {
    const { organisationId, ...others } = toJsonObject(info);
    return { ...others, organizationId: organisationId };
  }),
  'rostering.roster.schema': changeResult('roster/employeeRosters', (list) =>
    Object.fromEntries(toList(list).map((one) => [String(toJsonObject(one)['employeeId']), one])),
  ),
  'rostering.roster.employee-roster': changeResult('roster/employeeRosters', (list) =>
    toList(list).filter((one) => toList(toJsonObject(one)['assignments']).length > 0),
  ),
  'rostering.solution.score': changeResult(
    'solution/score',
    (score) => `${toJsonObject(score)['hard']}hard/${toJsonObject(score)['soft']}soft`,
  ),
  'rostering.job-definition.schema': combineChanges(
    applyOverlayActions({ target: '$.components.schemas.JobDefinition.properties.constraints', remove: true }),
    applyOverlayActions({ target: '$.components.schemas.JobDefinition.properties', update: { constraints: {} } }),
    changeDefinition((body) =>
      changeAtPath(body, 'constraints', (given) => (Array.isArray(given) ? {} : (given ?? removedMarker))),
    ),
  ),
  'rostering.job-info.schedule-type': combineChanges(anyOf('scheduleType'), withoutCases('JobInfo')),
  'rostering.job-info.demand-type': anyOf('demandType'),
  'rostering.result.anytime-running': wrapHandlers('getResult', async (next, input, context) => {
    const job = await context.jobs.find(String(input.path['id']));
    return job !== undefined && job.outcome === undefined
      ? createErrorResult(404, 'NOT_FOUND', 'There is no result yet')
      : await next(input, context);
  }),
  'rostering.auth.bearer': combineChanges(
    applyOverlayActions({ target: "$.paths['/jobs/{id}/request'].get", update: { security: [] } }),
    serveAsDemoClient('getRequest'),
  ),
});
