import { JsonText, refuse } from '@understudy/kernel';
import {
  all,
  answer,
  answerAt,
  type Change,
  changeAt,
  type Deviations,
  deviationTable,
  gone,
  handle,
  type Json,
  listOf,
  objectOf,
  overlay,
  refuseWhen,
  renameAt,
  renamePaths,
  request,
} from '@understudy/kernel/deviations';
import { anySecret } from '@understudy/simulator-identity/deviations';
import { definition, result } from './rostering-parts.js';

const week = 7 * 86_400_000;

/** Changes what Get request echoes. */
const echo = (path: string, change: (value: unknown) => unknown): Change =>
  answer('getRequest', (body) => {
    const { text } = objectOf(body);
    return changeAt(typeof text === 'string' ? JSON.parse(text) : body, path, change);
  });
const findings = (member: string, change: (value: unknown) => unknown): Change =>
  answer('checkFeasibility', (body) =>
    ['warnings', 'infeasibilities'].reduce<Json>(
      (changed, list) => changeAt(changed, `${list}/*/violations/*`, (one) => changeIfThere(one, member, change)),
      objectOf(body),
    ),
  );
const changeIfThere = (one: unknown, member: string, change: (value: unknown) => unknown) =>
  objectOf(one)[member] === undefined ? one : changeAt(one, member, change);
/** Accepts requests with other media types. */
const lenient =
  (status: number): Change =>
  (simulator) => ({
    ...simulator,
    checkMediaTypes: (operation, headers) => {
      const refusal = simulator.checkMediaTypes?.(operation, headers);
      return refusal?.status === status ? undefined : refusal;
    },
  });
const isIndexOnly = (day: unknown) => day !== undefined && objectOf(day)['date'] === undefined;

/** Deviations of definitions, jobs, checks and access. */
export const rosteringRules: Deviations = deviationTable({
  'rostering.scope.other-documents': 'All APIs share one address in the simulators, where the others answer too.',
  'rostering.job.start-creates-and-starts':
    'Anyone who waits for a job looks more than once, and cannot tell one that starts at the second look from a slow one.',
  'rostering.solver.inputs': canned(),
  'rostering.result.anytime-stopped': handle('getResult', async (next, input, context) => {
    const answered = await next(input, context);
    const job = await context.jobs.find(String(input.path['id']));
    if (job?.finishedAt === undefined || !(answered.body instanceof JsonText)) return answered;
    const body: unknown = JSON.parse(answered.body.text);
    return { ...answered, body: changeAt(body, 'solution/score/soft', (soft) => Number(soft) - 1000) };
  }),
  'rostering.job-definition.jobinfo-purpose': definition((body) =>
    changeAt(body, 'jobInfo/planningHorizon', (horizon) => {
      const { endDate, nrOfWeeks } = objectOf(horizon);
      if (typeof endDate !== 'string' || nrOfWeeks !== undefined || Number.isNaN(Date.parse(endDate))) return horizon;
      const later = new Date(Date.parse(endDate) + week).toISOString().slice(0, 10);
      return { ...objectOf(horizon), endDate: later };
    }),
  ),
  'rostering.shift.schema': definition((body) =>
    changeAt(body, 'shifts/*/intervals', (list) => listOf(list).slice(0, 1)),
  ),
  'rostering.planning-horizon.date-format': all(
    overlay(
      { target: '$.components.schemas.Date.format', remove: true },
      { target: '$.components.schemas.Date.pattern', remove: true },
    ),
    definition((body) =>
      ['startDate', 'endDate'].reduce<Json>(
        (changed, name) =>
          changeAt(changed, `jobInfo/planningHorizon/${name}`, (date) =>
            typeof date === 'string' ? date.replace(/T.*$/, '') : (date ?? gone),
          ),
        body,
      ),
    ),
  ),
  'rostering.planning-horizon.fte-day': refuseWhen('startJob', 400, ({ body }) => {
    const { fteStartDay, fteEndDay } = objectOf(objectOf(objectOf(body)['jobInfo'])['planningHorizon']);
    return isIndexOnly(fteStartDay) || isIndexOnly(fteEndDay);
  }),
  'rostering.shift-interval.schema': echo('shifts/*/intervals/*/startTime', (time) => `${String(time)}:00`),
  'rostering.shift-interval.day-indicator-min#most: a dayIndicator of 2 is refused': overlay({
    target: '$.components.schemas.ShiftInterval.properties.dayIndicator',
    update: { maximum: 1 },
  }),
  'rostering.shift-interval.day-indicator-min#moved: a dayIndicator of 2 is taken for 1': definition((body) =>
    changeAt(body, 'shifts/*/intervals/*/dayIndicator', (day) => (day === undefined ? gone : Math.min(1, Number(day)))),
  ),
  'rostering.shift-interval.day-indicator-min': all(
    overlay({ target: '$.components.schemas.ShiftInterval.properties.dayIndicator', update: { minimum: -2 } }),
    definition((body) =>
      changeAt(body, 'shifts/*/intervals/*/dayIndicator', (day) =>
        day === undefined ? gone : Math.max(-1, Number(day)),
      ),
    ),
  ),
  'rostering.time-slot.schema': echo(
    'timeSlots/*/startTime',
    (time) => Number(String(time).slice(0, 2)) * 60 + Number(String(time).slice(3, 5)),
  ),
  'rostering.demand.time-demand': definition((body) =>
    changeAt(body, 'demands/*/timeDemands', (list) =>
      Array.isArray(list) ? list.map((one) => ({ ...objectOf(one), ideal: objectOf(one)['min'] })) : (list ?? gone),
    ),
  ),
  'rostering.status.operation': handle('getJobStatus', async () => refuse(404, 'NOT_FOUND', 'There is no such job')),
  'rostering.status.running-or-stopped': answerAt('getJobStatus', 'statusCode', (code) =>
    code === 'running' || code === 'starting' ? 'stopped' : code,
  ),
  'rostering.result.operation': renamePaths((path) => path.replace(/\/result\/?$/, '/results/')),
  'rostering.result.full-schedule-false': request('getResult', (input) => ({
    ...input,
    query: { ...input.query, full_schedule: 'true' },
  })),
  'rostering.solution.generated-shifts': result('solution/generatedShifts/*/id', (id) => `other-${String(id)}`),
  'rostering.solution.hard-violation': result('solution/employeeOutcomes/*', (outcome) => {
    const { softConstraintViolations: soft, hardConstraintViolations: hard, ...others } = objectOf(outcome);
    const moved = listOf(hard).map((one) => ({ id: objectOf(one)['id'], softPenalty: 0, hardPenalty: 1 }));
    return { ...others, softConstraintViolations: [...listOf(soft), ...moved], hardConstraintViolations: [] };
  }),
  'rostering.analyze.message-template': answerAt('analyze', 'warnings/*', (warning) =>
    changeAt(warning, 'message', (message) =>
      String(message).replace(/\{(\d+)\}/g, (_all, place) =>
        String(listOf(objectOf(warning)['entities'])[Number(place)]),
      ),
    ),
  ),
  'rostering.feasibility.demand-segment': findings('demandSegment', (segment) =>
    changeAt(segment, 'minDemand', (min) => Number(min) + 1),
  ),
  'rostering.feasibility.violation-shift': findings('shift', (shift) => objectOf(shift)['name']),
  'rostering.feasibility.violated-properties': findings('violatedProperties', (list) =>
    listOf(list).map((name) => String(name).toLowerCase()),
  ),
  'rostering.errors.406': lenient(406),
  'rostering.errors.415': lenient(415),
  'rostering.auth.token-request': ['any secret is accepted', anySecret(), 'identity'],
  'rostering.auth.token-response': [
    'access_token is called accessToken',
    answer('requestToken', (body) => renameAt(body, 'access_token', 'accessToken')),
    'identity',
  ],
  'rostering.auth.same-flow': [
    'a token request needs the parameter resource',
    refuseWhen(
      'requestToken',
      400,
      ({ body }) => !listOf(body).some((pair) => Array.isArray(pair) && pair[0] === 'resource'),
    ),
    'identity',
  ],
  'rostering.flow.start-poll-result': answer('getJobStatus', (body) =>
    changeAt(body, 'links/*/href', () => '/jobs/gone/result/?full_schedule=True'),
  ),
  'rostering.flow.check-then-start': refuseWhen(
    'checkFeasibility',
    400,
    (_input, { request: { headers } }) => headers['jobid'] === undefined,
  ),
});

/** Answers the first result of a sandbox again and again. */
function canned(): Change {
  const first = new Map<string, unknown>();
  return handle('getResult', async (next, input, context) => {
    const answered = await next(input, context);
    if (answered.status !== 200) return answered;
    const body = first.get(context.baseUrl) ?? answered.body;
    first.set(context.baseUrl, body);
    return { ...answered, body };
  });
}
