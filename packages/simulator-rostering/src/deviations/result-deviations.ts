import {
  createDeviationTable,
  type DeviationTable,
  removedMarker,
  toJsonObject,
  toList,
} from '@understudy/kernel/deviations';
import { changeResult } from './rostering-parts.js';

const drop = () => removedMarker;
const outcomes = 'solution/employeeOutcomes/*';

export const resultDeviations: DeviationTable = createDeviationTable({
  'rostering.job-info.schema': changeResult('jobInfo', (info) => {
    const { organisationId, ...others } = toJsonObject(info);
    return { ...others, organizationId: organisationId };
  }),
  'rostering.planning-horizon.schema': changeResult('jobInfo/planningHorizon/nrOfWeeks', String),
  'rostering.result.schema': changeResult('roster', drop),
  'rostering.result.job-info': changeResult('jobInfo/demandType', drop),
  'rostering.result.identity': changeResult('organisationId', () => null),
  'rostering.result.schedule-type': changeResult('scheduleType', () => 'CALENDAR'),
  'rostering.result.infeasible-constraints': changeResult('infeasibleConstraints', (list) =>
    toList(list).length === 0 ? null : list,
  ),
  'rostering.roster.schema': changeResult('roster/employeeRosters', (list) =>
    Object.fromEntries(toList(list).map((one) => [String(toJsonObject(one)['employeeId']), one])),
  ),
  'rostering.roster.demand-fulfillment': changeResult(
    'roster/demandFulfillment/shiftDemand/max/assigned',
    (count) => Number(count) + 100,
  ),
  'rostering.roster.employee-roster': changeResult('roster/employeeRosters', (list) =>
    toList(list).filter((one) => toList(toJsonObject(one)['assignments']).length > 0),
  ),
  'rostering.roster.assignment': changeResult('roster/employeeRosters/*/assignments', (list) =>
    Array.isArray(list) ? list.map((one) => ({ ...toJsonObject(one), day: '2026-01-15' })) : (list ?? removedMarker),
  ),
  'rostering.roster.assignment-type': changeResult('roster/employeeRosters/*/assignments', (list) =>
    Array.isArray(list)
      ? list.map((one) => ({ ...toJsonObject(one), assignmentType: 'LOCKED' }))
      : (list ?? removedMarker),
  ),
  'rostering.solution.schema': changeResult('solution/generatedShifts', (list) =>
    toList(list).length === 0 ? removedMarker : list,
  ),
  'rostering.solution.score': changeResult(
    'solution/score',
    (score) => `${toJsonObject(score)['hard']}hard/${toJsonObject(score)['soft']}soft`,
  ),
  'rostering.solution.match-type': changeResult(
    'solution/missingDemands/*/demands/*/attributeRequirements/*/matchType',
    (type) => String(type).toLowerCase(),
  ),
  'rostering.solution.attribute-requirement': changeResult(
    'solution/missingDemands/*/demands/*/attributeRequirements/*/values',
    (values) => String(toList(values)[0]),
  ),
  'rostering.solution.wall-demand-outcome': changeResult('solution/wallDemandOutcome', (outcome) => {
    const { min, ideal, max } = toJsonObject(outcome);
    return { min, ideal, max };
  }),
  'rostering.solution.fte-demand-outcome': changeResult('solution/fteDemandOutcome/min/planned', drop),
  'rostering.solution.shift-demand-fulfillment': changeResult(
    'solution/shiftDemandFulfillment',
    (fulfillment) => toJsonObject(fulfillment)['totalFulfillmentStatistics'],
  ),
  'rostering.solution.user-defined-shifts': changeResult('solution/userDefinedShifts', (list) =>
    toList(list).slice(0, 1),
  ),
  'rostering.solution.employee-outcome': changeResult(`${outcomes}/totalPlannedHours`, (hours) => Number(hours) + 1),
  'rostering.solution.planned-day': changeResult(`${outcomes}/plannedDays`, (list) =>
    Array.isArray(list) ? list.map((one) => ({ ...toJsonObject(one), preAssigned: 'false' })) : (list ?? removedMarker),
  ),
  'rostering.solution.soft-violation': changeResult(`${outcomes}/softConstraintViolations/*/id`, drop),
  'rostering.solution.generated-interval': changeResult('solution/generatedShifts/*/intervals/*/breakMinutes', drop),
  'rostering.solution.missing-demands': changeResult(
    'solution/missingDemands/*/demands/*/nbrOfMissingEmployees',
    (count) => Number(count) + 1,
  ),
});
