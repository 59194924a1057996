import {
  createDeviationTable,
  type DeviationTable,
  removedMarker,
  toJsonObject,
  toList,
} from '@understudy/kernel/deviations';
import { result } from './rostering-parts.js';

const drop = () => removedMarker;
const outcomes = 'solution/employeeOutcomes/*';

/** Deviations of the results of a rostering job. */
export const rosteringResults: DeviationTable = createDeviationTable({
  'rostering.job-info.schema': result('jobInfo', (info) => {
    const { organisationId, ...others } = toJsonObject(info);
    return { ...others, organizationId: organisationId };
  }),
  'rostering.planning-horizon.schema': result('jobInfo/planningHorizon/nrOfWeeks', String),
  'rostering.result.schema': result('roster', drop),
  'rostering.result.job-info': result('jobInfo/demandType', drop),
  'rostering.result.identity': result('organisationId', () => null),
  'rostering.result.schedule-type': result('scheduleType', () => 'CALENDAR'),
  'rostering.result.infeasible-constraints': result('infeasibleConstraints', (list) =>
    toList(list).length === 0 ? null : list,
  ),
  'rostering.roster.schema': result('roster/employeeRosters', (list) =>
    Object.fromEntries(toList(list).map((one) => [String(toJsonObject(one)['employeeId']), one])),
  ),
  'rostering.roster.demand-fulfillment': result(
    'roster/demandFulfillment/shiftDemand/max/assigned',
    (count) => Number(count) + 100,
  ),
  'rostering.roster.employee-roster': result('roster/employeeRosters', (list) =>
    toList(list).filter((one) => toList(toJsonObject(one)['assignments']).length > 0),
  ),
  'rostering.roster.assignment': result('roster/employeeRosters/*/assignments', (list) =>
    Array.isArray(list) ? list.map((one) => ({ ...toJsonObject(one), day: '2026-01-15' })) : (list ?? removedMarker),
  ),
  'rostering.roster.assignment-type': result('roster/employeeRosters/*/assignments', (list) =>
    Array.isArray(list)
      ? list.map((one) => ({ ...toJsonObject(one), assignmentType: 'LOCKED' }))
      : (list ?? removedMarker),
  ),
  'rostering.solution.schema': result('solution/generatedShifts', (list) =>
    toList(list).length === 0 ? removedMarker : list,
  ),
  'rostering.solution.score': result(
    'solution/score',
    (score) => `${toJsonObject(score)['hard']}hard/${toJsonObject(score)['soft']}soft`,
  ),
  'rostering.solution.match-type': result(
    'solution/missingDemands/*/demands/*/attributeRequirements/*/matchType',
    (type) => String(type).toLowerCase(),
  ),
  'rostering.solution.attribute-requirement': result(
    'solution/missingDemands/*/demands/*/attributeRequirements/*/values',
    (values) => String(toList(values)[0]),
  ),
  'rostering.solution.wall-demand-outcome': result('solution/wallDemandOutcome', (outcome) => {
    const { min, ideal, max } = toJsonObject(outcome);
    return { min, ideal, max };
  }),
  'rostering.solution.fte-demand-outcome': result('solution/fteDemandOutcome/min/planned', drop),
  'rostering.solution.shift-demand-fulfillment': result(
    'solution/shiftDemandFulfillment',
    (fulfillment) => toJsonObject(fulfillment)['totalFulfillmentStatistics'],
  ),
  'rostering.solution.user-defined-shifts': result('solution/userDefinedShifts', (list) => toList(list).slice(0, 1)),
  'rostering.solution.employee-outcome': result(`${outcomes}/totalPlannedHours`, (hours) => Number(hours) + 1),
  'rostering.solution.planned-day': result(`${outcomes}/plannedDays`, (list) =>
    Array.isArray(list) ? list.map((one) => ({ ...toJsonObject(one), preAssigned: 'false' })) : (list ?? removedMarker),
  ),
  'rostering.solution.soft-violation': result(`${outcomes}/softConstraintViolations/*/id`, drop),
  'rostering.solution.generated-interval': result('solution/generatedShifts/*/intervals/*/breakMinutes', drop),
  'rostering.solution.missing-demands': result(
    'solution/missingDemands/*/demands/*/nbrOfMissingEmployees',
    (count) => Number(count) + 1,
  ),
});
