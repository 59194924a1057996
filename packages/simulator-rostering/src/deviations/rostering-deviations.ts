import { createErrorResult, type Simulator } from '@understudy/kernel';
import {
  applyOverlayActions,
  changeAtPath,
  changeRequest,
  changeResponseAt,
  changeResponseBody,
  changeSchema,
  changeSuccessStatus,
  changeValidationError,
  combineChanges,
  createDeviationTable,
  type DeviationTable,
  makeOptional,
  rejectWhen,
  removedMarker,
  renameAtPath,
  renamePaths,
  toJsonObject,
  toList,
  wrapHandlers,
} from '@understudy/kernel/deviations';
import { serveAsDemoClient } from '@understudy/simulator-identity/deviations';
import { resultDeviations } from './result-deviations.js';
import { changeDefinition } from './rostering-parts.js';
import { ruleDeviations } from './rule-deviations.js';

const withoutCases = (name: string) => applyOverlayActions({ target: `$.components.schemas.${name}.if`, remove: true });
const accepting = ['startJob', 'analyze', 'checkFeasibility'];
/** Treats a definition without a member like one with an empty member. */
const missing = (member: string, instead: unknown) =>
  combineChanges(
    makeOptional('JobDefinition', member),
    changeDefinition((body) => ({ [member]: instead, ...body })),
  );
const without = (member: string) => changeDefinition((body) => changeAtPath(body, member, () => removedMarker));
const notRequiredHeader = (name: string) =>
  applyOverlayActions({
    target: `$.components.parameters.${name}`,
    update: { required: false, schema: { default: 'nobody' } },
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
  ...resultDeviations,
  ...ruleDeviations,
  'rostering.scope.operations': renamePaths((path) => (path === '/jobs/{id}/request' ? undefined : path)),
  'rostering.analyze.dummy': wrapHandlers('analyze', async () =>
    createErrorResult(501, 'NOT_IMPLEMENTED', 'It is not finished'),
  ),
  'rostering.feasibility.reports': changeResponseAt('checkFeasibility', 'infeasibilities', () => []),
  'rostering.job-definition.schema': combineChanges(
    applyOverlayActions({ target: '$.components.schemas.JobDefinition.properties.constraints', remove: true }),
    applyOverlayActions({ target: '$.components.schemas.JobDefinition.properties', update: { constraints: {} } }),
    changeDefinition((body) =>
      changeAtPath(body, 'constraints', (given) => (Array.isArray(given) ? {} : (given ?? removedMarker))),
    ),
  ),
  'rostering.job-definition.same-body': rejectWhen(
    'checkFeasibility',
    400,
    ({ body }) => toJsonObject(body)['job'] === undefined,
  ),
  'rostering.job-definition.required-employees': missing('employees', [{ id: 'nobody' }]),
  'rostering.job-definition.required-demands': missing('demands', []),
  'rostering.job-definition.required-jobinfo': combineChanges(
    makeOptional('JobDefinition', 'jobInfo'),
    withoutCases('JobDefinition'),
    wrapHandlers('startJob', (next, input, context) =>
      toJsonObject(input.body)['jobInfo'] === undefined
        ? Promise.resolve({
            status: 202,
            body: { jobId: 'none', statusCode: 'starting', link: { rel: 'request', href: '/' } },
          })
        : next(input, context),
    ),
  ),
  'rostering.job-definition.optional-fields': rejectWhen(
    'startJob',
    400,
    ({ body }) => toJsonObject(body)['constraints'] === undefined,
  ),
  'rostering.job-definition.extensions-purpose': rejectWhen(
    'startJob',
    400,
    ({ body }) => toJsonObject(body)['extensions'] === undefined,
  ),
  // The defaults are set before validation, so the member is never empty there.
  'rostering.job-definition.configuration-purpose': rejectWhen('startJob', 400, (_input, { request: { bytes } }) => {
    const sent: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return JSON.stringify(toJsonObject(sent)['configuration']) === '{}';
  }),
  'rostering.job-definition.shift-templates-deprecated': rejectWhen(
    'startJob',
    400,
    ({ body }) => toJsonObject(body)['shiftTemplates'] !== undefined,
  ),
  'rostering.job-definition.constraints-purpose': without('constraints'),
  'rostering.job-definition.timeslots-only-time-demand': rejectWhen(
    'startJob',
    400,
    ({ body }) =>
      toJsonObject(toJsonObject(body)['jobInfo'])['demandType'] === 'SHIFT_DEMAND' &&
      toJsonObject(body)['timeSlots'] === undefined,
  ),
  'rostering.demand.types-behaviour': changeDefinition((body) =>
    toJsonObject(toJsonObject(body)['jobInfo'])['demandType'] === 'SHIFT_DEMAND'
      ? changeAtPath(body, 'demands', () => [])
      : body,
  ),
  'rostering.employee.schema': combineChanges(
    changeSchema('Employee.properties.id', { type: ['string', 'number'] }),
    changeDefinition((body) =>
      changeAtPath(body, 'employees/*/id', (id) => (id === undefined ? removedMarker : String(id))),
    ),
  ),
  'rostering.job-info.schedule-type': combineChanges(anyOf('scheduleType'), withoutCases('JobInfo')),
  'rostering.job-info.demand-type': anyOf('demandType'),
  'rostering.demand.days-nullable': rejectWhen(accepting, 400, ({ body }) =>
    toList(toJsonObject(body)['demands']).some((demand) => toJsonObject(demand)['days'] === null),
  ),
  'rostering.demand.schema': changeDefinition((body) =>
    changeAtPath(body, 'demands/*', (demand) =>
      Array.isArray(toJsonObject(demand)['dates'])
        ? changeAtPath(demand, 'dates', (dates) => toList(dates).slice(0, 1))
        : demand,
    ),
  ),
  'rostering.headers.customer-id': notRequiredHeader('CustomerId'),
  'rostering.headers.user-id': notRequiredHeader('UserId'),
  'rostering.headers.accept-language': applyOverlayActions({
    target: '$.components.parameters.AcceptLanguage',
    update: { required: true },
  }),
  'rostering.headers.accept-language#ignored: ACCEPT_LANGUAGE has no effect': changeRequest('analyze', (input) => ({
    ...input,
    headers: { ...input.headers, ACCEPT_LANGUAGE: 'en-US' },
  })),
  'rostering.headers.accept-language#exact: a tag with a region is unknown': changeRequest('analyze', (input) => ({
    ...input,
    headers: {
      ...input.headers,
      ACCEPT_LANGUAGE: /^\w+$/.test(String(input.headers['ACCEPT_LANGUAGE']))
        ? input.headers['ACCEPT_LANGUAGE']
        : 'en-US',
    },
  })),
  'rostering.start.operation': changeSuccessStatus('startJob', 201),
  'rostering.start.response': changeResponseBody('startJob', (body) => ({
    ...toJsonObject(changeAtPath(body, 'link', () => removedMarker)),
    links: [toJsonObject(body)['link']],
  })),
  'rostering.start.status-code': changeResponseAt('startJob', 'statusCode', () => 'running'),
  'rostering.start.link-to-request': changeResponseAt('startJob', 'link/href', (href) =>
    String(href).replace(/\/request\/?$/, ''),
  ),
  'rostering.status.response': changeResponseAt('getJobStatus', 'duration', () => '00:01:00'),
  'rostering.status.link-rels': changeResponseBody('getJobStatus', (body) =>
    changeAtPath(body, 'links/*/rel', (rel) => (/full/i.test(String(rel)) ? 'fullSchedule' : rel)),
  ),
  'rostering.status.stopped': changeResponseAt('getJobStatus', 'statusCode', (code) =>
    code === 'stopped' ? 'completed' : code,
  ),
  'rostering.states.seen': changeResponseAt('getJobStatus', 'statusCode', (code) => String(code).toUpperCase()),
  'rostering.links.rel-href': changeResponseBody('getJobStatus', (body) =>
    changeAtPath(body, 'links/*/href', () => '/jobs/result'),
  ),
  'rostering.versioning.label': changeResponseBody('getJobStatus', (body) =>
    changeAtPath(body, 'links/*/href', (href) => String(href).replace('/jobs/', '/v1/jobs/')),
  ),
  'rostering.request.operation': changeResponseBody('getRequest', (body) =>
    typeof body === 'string' ? body : { configuration: { seed: 1 }, ...toJsonObject(body) },
  ),
  'rostering.result.full-schedule-true': wrapHandlers('getResult', (next, input, context) =>
    next(
      {
        ...input,
        query: /[?&]full_schedule=True/.test(context.request.url) ? { full_schedule: 'false' } : input.query,
      },
      context,
    ),
  ),
  'rostering.result.anytime-running': wrapHandlers('getResult', async (next, input, context) => {
    const job = await context.jobs.find(String(input.path['id']));
    return job !== undefined && job.outcome === undefined
      ? createErrorResult(404, 'NOT_FOUND', 'There is no result yet')
      : await next(input, context);
  }),
  'rostering.analyze.operation': changeSuccessStatus('analyze', 202),
  'rostering.analyze.response': changeResponseBody('analyze', (body) =>
    changeAtPath(body, 'warnings/*/entities', () => ({})),
  ),
  'rostering.feasibility.operation': wrapHandlers('checkFeasibility', async (next, input, context) => {
    const result = await next(input, context);
    return toList(toJsonObject(result.body)['infeasibilities']).length > 0
      ? createErrorResult(422, 'INFEASIBLE', 'It cannot be met')
      : result;
  }),
  'rostering.feasibility.response': changeResponseAt('checkFeasibility', 'status', (status) =>
    String(toList(status)[0]),
  ),
  'rostering.feasibility.finding': changeResponseBody('checkFeasibility', (body) =>
    changeAtPath(body, 'infeasibilities/*/violations', () => removedMarker),
  ),
  'rostering.feasibility.violation#known: violations say nothing of the employee and the work but their names':
    changeResponseBody('checkFeasibility', (body) =>
      ['employeeNumber', 'personnelGroup', 'assignment', 'taskId', 'workType'].reduce<unknown>(
        (changed, member) => changeAtPath(changed, `infeasibilities/*/violations/*/${member}`, () => removedMarker),
        body,
      ),
    ),
  'rostering.feasibility.violation': changeResponseBody('checkFeasibility', (body) =>
    renameAtPath(body, 'infeasibilities/*/violations/*/missingEmployees', 'employeesMissing'),
  ),
  'rostering.errors.400': changeValidationError((refusal) => ({ ...refusal, status: 422 })),
  'rostering.auth.bearer': combineChanges(
    applyOverlayActions({ target: "$.paths['/jobs/{id}/request'].get", update: { security: [] } }),
    serveAsDemoClient('getRequest'),
  ),
});
