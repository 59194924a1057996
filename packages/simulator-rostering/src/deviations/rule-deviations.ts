import { RawJson } from '@understudy/kernel';
import {
  changeAtPath,
  changeResponseAt,
  changeResponseBody,
  createDeviationTable,
  type DeviationTable,
  type JsonObject,
  overrideContext,
  readDeviationTable,
  removedMarker,
  type SimulatorChange,
  toJsonObject,
  toList,
  wrapHandlers,
} from '@understudy/kernel/deviations';
import { acceptAnySecret } from '@understudy/simulator-identity/deviations';

const week = 7 * 86_400_000;

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
  'rostering.time-slot.schema': changeResult(
    'timeSlots/*/startTime',
    (time) => Number(String(time).slice(0, 2)) * 60 + Number(String(time).slice(3, 5)),
    'getRequest',
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
  'rostering.errors.406': lenient(406),
  'rostering.errors.415': lenient(415),
  'rostering.auth.token-request': ['any secret is accepted', acceptAnySecret(), 'identity'],
  ...readDeviationTable(
    {
      'rostering.auth.token-response: access_token is called accessToken': [
        'rename',
        'requestToken',
        'access_token',
        'accessToken',
      ],
      'rostering.auth.same-flow: a token request needs the parameter resource': [
        'refuse',
        'requestToken',
        400,
        "!@.body[?@[0] == 'resource']",
      ],
    },
    { api: 'identity' },
  ),
});

/** Returns the first result of a sandbox for every later request. */
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

/** Changes a definition, including its submitted text, which is solved and returned without defaults. */
export function changeDefinition(change: (definition: JsonObject) => unknown): SimulatorChange {
  return wrapHandlers(['startJob', 'analyze', 'checkFeasibility'], (next, input, context) => {
    const sent: unknown = JSON.parse(new TextDecoder().decode(context.request.bytes));
    const bytes = new TextEncoder().encode(JSON.stringify(change(toJsonObject(sent))));
    const body = change(toJsonObject(input.body));
    return next({ ...input, body }, overrideContext(context, { request: { ...context.request, bytes } }));
  });
}

/** Changes a result, or with `getRequest` the definition that is returned. */
export function changeResult(
  path: string,
  change: (value: unknown) => unknown,
  operation: 'getResult' | 'getRequest' = 'getResult',
): SimulatorChange {
  return changeResponseBody(operation, (body) => {
    const { text } = toJsonObject(body);
    return changeAtPath(typeof text === 'string' ? JSON.parse(text) : body, path, change);
  });
}
