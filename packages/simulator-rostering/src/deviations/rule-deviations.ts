import { RawJson } from '@understudy/kernel';
import {
  applyOverlayActions,
  changeAtPath,
  changeResponseAt,
  changeResponseBody,
  combineChanges,
  createDeviationTable,
  type DeviationTable,
  type JsonObject,
  rejectWhen,
  removedMarker,
  renameAtPath,
  type SimulatorChange,
  toJsonObject,
  toList,
  wrapHandlers,
} from '@understudy/kernel/deviations';
import { acceptAnySecret } from '@understudy/simulator-identity/deviations';
import { changeDefinition, changeResult } from './rostering-parts.js';

const week = 7 * 86_400_000;

const echo = (path: string, change: (value: unknown) => unknown): SimulatorChange =>
  changeResponseBody('getRequest', (body) => {
    const { text } = toJsonObject(body);
    return changeAtPath(typeof text === 'string' ? JSON.parse(text) : body, path, change);
  });
const findings = (member: string, change: (value: unknown) => unknown): SimulatorChange =>
  changeResponseBody('checkFeasibility', (body) =>
    ['warnings', 'infeasibilities'].reduce<JsonObject>(
      (changed, list) => changeAtPath(changed, `${list}/*/violations/*`, (one) => changeIfThere(one, member, change)),
      toJsonObject(body),
    ),
  );
const changeIfThere = (one: unknown, member: string, change: (value: unknown) => unknown) =>
  toJsonObject(one)[member] === undefined ? one : changeAtPath(one, member, change);
const lenient =
  (status: number): SimulatorChange =>
  (simulator) => ({
    ...simulator,
    checkMediaTypes: (operation, headers) => {
      const refusal = simulator.checkMediaTypes?.(operation, headers);
      return refusal?.status === status ? undefined : refusal;
    },
  });

export const ruleDeviations: DeviationTable = createDeviationTable({
  'rostering.solver.inputs': canned(),
  'rostering.result.anytime-stopped': wrapHandlers('getResult', async (next, input, context) => {
    const answered = await next(input, context);
    const job = await context.jobs.find(String(input.path['id']));
    if (job?.finishedAt === undefined || !(answered.body instanceof RawJson)) return answered;
    const body: unknown = JSON.parse(answered.body.text);
    return { ...answered, body: changeAtPath(body, 'solution/score/soft', (soft) => Number(soft) - 1000) };
  }),
  'rostering.job-definition.jobinfo-purpose': changeDefinition((body) =>
    changeAtPath(body, 'jobInfo/planningHorizon', (horizon) => {
      const { endDate, nrOfWeeks } = toJsonObject(horizon);
      if (typeof endDate !== 'string' || nrOfWeeks !== undefined || Number.isNaN(Date.parse(endDate))) return horizon;
      const later = new Date(Date.parse(endDate) + week).toISOString().slice(0, 10);
      return { ...toJsonObject(horizon), endDate: later };
    }),
  ),
  'rostering.planning-horizon.date-format': combineChanges(
    applyOverlayActions(
      { target: '$.components.schemas.Date.format', remove: true },
      { target: '$.components.schemas.Date.pattern', remove: true },
    ),
    changeDefinition((body) =>
      ['startDate', 'endDate'].reduce<JsonObject>(
        (changed, name) =>
          changeAtPath(changed, `jobInfo/planningHorizon/${name}`, (date) =>
            typeof date === 'string' ? date.replace(/T.*$/, '') : (date ?? removedMarker),
          ),
        body,
      ),
    ),
  ),
  'rostering.shift-interval.schema': echo('shifts/*/intervals/*/startTime', (time) => `${String(time)}:00`),
  'rostering.time-slot.schema': echo(
    'timeSlots/*/startTime',
    (time) => Number(String(time).slice(0, 2)) * 60 + Number(String(time).slice(3, 5)),
  ),
  'rostering.demand.time-demand': changeDefinition((body) =>
    changeAtPath(body, 'demands/*/timeDemands', (list) =>
      Array.isArray(list)
        ? list.map((one) => ({ ...toJsonObject(one), ideal: toJsonObject(one)['min'] }))
        : (list ?? removedMarker),
    ),
  ),
  'rostering.solution.hard-violation': changeResult('solution/employeeOutcomes/*', (outcome) => {
    const { softConstraintViolations: soft, hardConstraintViolations: hard, ...others } = toJsonObject(outcome);
    const moved = toList(hard).map((one) => ({ id: toJsonObject(one)['id'], softPenalty: 0, hardPenalty: 1 }));
    return { ...others, softConstraintViolations: [...toList(soft), ...moved], hardConstraintViolations: [] };
  }),
  'rostering.analyze.message-template': changeResponseAt('analyze', 'warnings/*', (warning) =>
    changeAtPath(warning, 'message', (message) =>
      String(message).replace(/\{(\d+)\}/g, (_all, place) =>
        String(toList(toJsonObject(warning)['entities'])[Number(place)]),
      ),
    ),
  ),
  'rostering.feasibility.demand-segment': findings('demandSegment', (segment) =>
    changeAtPath(segment, 'minDemand', (min) => Number(min) + 1),
  ),
  'rostering.feasibility.violation-shift': findings('shift', (shift) => toJsonObject(shift)['name']),
  'rostering.feasibility.violated-properties': findings('violatedProperties', (list) =>
    toList(list).map((name) => String(name).toLowerCase()),
  ),
  'rostering.errors.406': lenient(406),
  'rostering.errors.415': lenient(415),
  'rostering.auth.token-request': ['any secret is accepted', acceptAnySecret(), 'identity'],
  'rostering.auth.token-response': [
    'access_token is called accessToken',
    changeResponseBody('requestToken', (body) => renameAtPath(body, 'access_token', 'accessToken')),
    'identity',
  ],
  'rostering.auth.same-flow': [
    'a token request needs the parameter resource',
    rejectWhen(
      'requestToken',
      400,
      ({ body }) => !toList(body).some((pair) => Array.isArray(pair) && pair[0] === 'resource'),
    ),
    'identity',
  ],
});

/** Answers the first result of a sandbox again and again. */
function canned(): SimulatorChange {
  const first = new Map<string, unknown>();
  return wrapHandlers('getResult', async (next, input, context) => {
    const answered = await next(input, context);
    if (answered.status !== 200) return answered;
    const body = first.get(context.baseUrl) ?? answered.body;
    first.set(context.baseUrl, body);
    return { ...answered, body };
  });
}
