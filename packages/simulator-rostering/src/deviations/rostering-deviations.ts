import { refuse, type Simulator } from '@understudy/kernel';
import {
  all,
  answer,
  answerAt,
  changeAt,
  changeBadRequest,
  type Deviations,
  deviationTable,
  gone,
  handle,
  listOf,
  objectOf,
  overlay,
  refuseWhen,
  renameAt,
  renamePaths,
  request,
  succeedWith,
} from '@understudy/kernel/deviations';
import { asDemoClient } from '@understudy/simulator-identity/deviations';
import { definition } from './rostering-parts.js';
import { rosteringResults } from './rostering-results.js';
import { rosteringRules } from './rostering-rules.js';

const schema = (name: string, update: unknown) => overlay({ target: `$.components.schemas.${name}`, update });
const notRequired = (name: string, member: string) =>
  overlay({ target: `$.components.schemas.${name}.required[?@=='${member}']`, remove: true });
/** Removes the conditional requirements of a schema. */
const withoutCases = (name: string) => overlay({ target: `$.components.schemas.${name}.if`, remove: true });
const accepting = ['startJob', 'analyze', 'checkFeasibility'];
/** Treats a definition without a member like one with an empty member. */
const missing = (member: string, instead: unknown) =>
  all(
    notRequired('JobDefinition', member),
    definition((body) => ({ [member]: instead, ...body })),
  );
const without = (member: string) => definition((body) => changeAt(body, member, () => gone));
const notRequiredHeader = (name: string) =>
  overlay({ target: `$.components.parameters.${name}`, update: { required: false, schema: { default: 'nobody' } } });

/** Takes any text for a member of jobInfo that has few values. */
const anyOf = (member: 'scheduleType' | 'demandType') => (simulator: Simulator) => {
  const path = `$.components.schemas.JobInfo.properties.${member}.enum`;
  const { components } = simulator.contract.document;
  const jobInfo = objectOf(objectOf(objectOf(components)['schemas'])['JobInfo']);
  const values = listOf(objectOf(objectOf(jobInfo['properties'])[member])['enum']);
  const known = definition((body) =>
    changeAt(body, `jobInfo/${member}`, (value) =>
      typeof value === 'string' && !values.includes(value) ? values[0] : value,
    ),
  );
  return all(overlay({ target: path, remove: true }), known)(simulator);
};

/** All deviations of the automatic rostering API. */
export const rosteringDeviations: Deviations = deviationTable({
  ...rosteringResults,
  ...rosteringRules,
  'rostering.scope.operations': renamePaths((path) => (path === '/jobs/{id}/request' ? undefined : path)),
  'rostering.analyze.dummy': handle('analyze', async () => refuse(501, 'NOT_IMPLEMENTED', 'It is not finished')),
  'rostering.feasibility.reports': answerAt('checkFeasibility', 'infeasibilities', () => []),
  'rostering.job-definition.schema': all(
    overlay({ target: '$.components.schemas.JobDefinition.properties.constraints', remove: true }),
    overlay({ target: '$.components.schemas.JobDefinition.properties', update: { constraints: {} } }),
    definition((body) => changeAt(body, 'constraints', (given) => (Array.isArray(given) ? {} : (given ?? gone)))),
  ),
  'rostering.job-definition.same-body': refuseWhen(
    'checkFeasibility',
    400,
    ({ body }) => objectOf(body)['job'] === undefined,
  ),
  'rostering.job-definition.required-employees': missing('employees', [{ id: 'nobody' }]),
  'rostering.job-definition.required-demands': missing('demands', []),
  'rostering.job-definition.required-jobinfo': all(
    notRequired('JobDefinition', 'jobInfo'),
    withoutCases('JobDefinition'),
    handle('startJob', (next, input, context) =>
      objectOf(input.body)['jobInfo'] === undefined
        ? Promise.resolve({
            status: 202,
            body: { jobId: 'none', statusCode: 'starting', link: { rel: 'request', href: '/' } },
          })
        : next(input, context),
    ),
  ),
  'rostering.job-definition.optional-fields': refuseWhen(
    'startJob',
    400,
    ({ body }) => objectOf(body)['constraints'] === undefined,
  ),
  'rostering.job-definition.extensions-purpose': refuseWhen(
    'startJob',
    400,
    ({ body }) => objectOf(body)['extensions'] === undefined,
  ),
  // The defaults are set before validation, so the member is never empty there.
  'rostering.job-definition.configuration-purpose': refuseWhen('startJob', 400, (_input, { request: { bytes } }) => {
    const sent: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return JSON.stringify(objectOf(sent)['configuration']) === '{}';
  }),
  'rostering.job-definition.shift-templates-deprecated': refuseWhen(
    'startJob',
    400,
    ({ body }) => objectOf(body)['shiftTemplates'] !== undefined,
  ),
  'rostering.job-definition.constraints-purpose': without('constraints'),
  'rostering.job-definition.timeslots-only-time-demand': refuseWhen(
    'startJob',
    400,
    ({ body }) =>
      objectOf(objectOf(body)['jobInfo'])['demandType'] === 'SHIFT_DEMAND' && objectOf(body)['timeSlots'] === undefined,
  ),
  'rostering.demand.types-behaviour': definition((body) =>
    objectOf(objectOf(body)['jobInfo'])['demandType'] === 'SHIFT_DEMAND' ? changeAt(body, 'demands', () => []) : body,
  ),
  'rostering.employee.schema': all(
    schema('Employee.properties.id', { type: ['string', 'number'] }),
    definition((body) => changeAt(body, 'employees/*/id', (id) => (id === undefined ? gone : String(id)))),
  ),
  'rostering.job-info.schedule-type': all(anyOf('scheduleType'), withoutCases('JobInfo')),
  'rostering.job-info.demand-type': anyOf('demandType'),
  'rostering.demand.days-nullable': refuseWhen(accepting, 400, ({ body }) =>
    listOf(objectOf(body)['demands']).some((demand) => objectOf(demand)['days'] === null),
  ),
  'rostering.demand.schema': definition((body) =>
    changeAt(body, 'demands/*', (demand) =>
      Array.isArray(objectOf(demand)['dates'])
        ? changeAt(demand, 'dates', (dates) => listOf(dates).slice(0, 1))
        : demand,
    ),
  ),
  'rostering.headers.customer-id': notRequiredHeader('CustomerId'),
  'rostering.headers.user-id': notRequiredHeader('UserId'),
  'rostering.headers.accept-language': overlay({
    target: '$.components.parameters.AcceptLanguage',
    update: { required: true },
  }),
  'rostering.headers.accept-language#ignored: ACCEPT_LANGUAGE has no effect': request('analyze', (input) => ({
    ...input,
    headers: { ...input.headers, ACCEPT_LANGUAGE: 'en-US' },
  })),
  'rostering.headers.accept-language#exact: a tag with a region is unknown': request('analyze', (input) => ({
    ...input,
    headers: {
      ...input.headers,
      ACCEPT_LANGUAGE: /^\w+$/.test(String(input.headers['ACCEPT_LANGUAGE']))
        ? input.headers['ACCEPT_LANGUAGE']
        : 'en-US',
    },
  })),
  'rostering.start.operation': succeedWith('startJob', 201),
  'rostering.start.response': answer('startJob', (body) => ({
    ...objectOf(changeAt(body, 'link', () => gone)),
    links: [objectOf(body)['link']],
  })),
  'rostering.start.status-code': answerAt('startJob', 'statusCode', () => 'running'),
  'rostering.start.link-to-request': answerAt('startJob', 'link/href', (href) =>
    String(href).replace(/\/request\/?$/, ''),
  ),
  'rostering.status.response': answerAt('getJobStatus', 'duration', () => '00:01:00'),
  'rostering.status.link-rels': answer('getJobStatus', (body) =>
    changeAt(body, 'links/*/rel', (rel) => (/full/i.test(String(rel)) ? 'fullSchedule' : rel)),
  ),
  'rostering.status.stopped': answerAt('getJobStatus', 'statusCode', (code) =>
    code === 'stopped' ? 'completed' : code,
  ),
  'rostering.states.seen': answerAt('getJobStatus', 'statusCode', (code) => String(code).toUpperCase()),
  'rostering.links.rel-href': answer('getJobStatus', (body) => changeAt(body, 'links/*/href', () => '/jobs/result')),
  'rostering.versioning.label': answer('getJobStatus', (body) =>
    changeAt(body, 'links/*/href', (href) => String(href).replace('/jobs/', '/v1/jobs/')),
  ),
  'rostering.request.operation': answer('getRequest', (body) =>
    typeof body === 'string' ? body : { configuration: { seed: 1 }, ...objectOf(body) },
  ),
  'rostering.result.full-schedule-true': handle('getResult', (next, input, context) =>
    next(
      {
        ...input,
        query: /[?&]full_schedule=True/.test(context.request.url) ? { full_schedule: 'false' } : input.query,
      },
      context,
    ),
  ),
  'rostering.result.anytime-running': handle('getResult', async (next, input, context) => {
    const job = await context.jobs.find(String(input.path['id']));
    return job !== undefined && job.outcome === undefined
      ? refuse(404, 'NOT_FOUND', 'There is no result yet')
      : await next(input, context);
  }),
  'rostering.analyze.operation': succeedWith('analyze', 202),
  'rostering.analyze.response': answer('analyze', (body) => changeAt(body, 'warnings/*/entities', () => ({}))),
  'rostering.feasibility.operation': handle('checkFeasibility', async (next, input, context) => {
    const result = await next(input, context);
    return listOf(objectOf(result.body)['infeasibilities']).length > 0
      ? refuse(422, 'INFEASIBLE', 'It cannot be met')
      : result;
  }),
  'rostering.feasibility.response': answerAt('checkFeasibility', 'status', (status) => String(listOf(status)[0])),
  'rostering.feasibility.finding': answer('checkFeasibility', (body) =>
    changeAt(body, 'infeasibilities/*/violations', () => gone),
  ),
  'rostering.feasibility.violation#known: violations say nothing of the employee and the work but their names': answer(
    'checkFeasibility',
    (body) =>
      ['employeeNumber', 'personnelGroup', 'assignment', 'taskId', 'workType'].reduce<unknown>(
        (changed, member) => changeAt(changed, `infeasibilities/*/violations/*/${member}`, () => gone),
        body,
      ),
  ),
  'rostering.feasibility.violation': answer('checkFeasibility', (body) =>
    renameAt(body, 'infeasibilities/*/violations/*/missingEmployees', 'employeesMissing'),
  ),
  'rostering.errors.400': changeBadRequest((refusal) => ({ ...refusal, status: 422 })),
  'rostering.auth.bearer': all(
    overlay({ target: "$.paths['/jobs/{id}/request'].get", update: { security: [] } }),
    asDemoClient('getRequest'),
  ),
});
