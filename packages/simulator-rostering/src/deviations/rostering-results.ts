import { type Deviations, deviationTable, gone, listOf, objectOf } from '@understudy/kernel/deviations';
import { result } from './rostering-parts.js';

const drop = () => gone;
const outcomes = 'solution/employeeOutcomes/*';

/** Deviations of the results of a rostering job. */
export const rosteringResults: Deviations = deviationTable({
  'rostering.job-info.schema: organisationId is spelled organizationId': result('jobInfo', (info) => {
    const { organisationId, ...others } = objectOf(info);
    return { ...others, organizationId: organisationId };
  }),
  'rostering.planning-horizon.schema: nrOfWeeks is text': result('jobInfo/planningHorizon/nrOfWeeks', String),
  'rostering.result.schema: the roster is missing': result('roster', drop),
  'rostering.result.job-info: jobInfo comes without demandType': result('jobInfo/demandType', drop),
  'rostering.result.identity: organisationId is null': result('organisationId', () => null),
  'rostering.result.schedule-type: scheduleType is text': result('scheduleType', () => 'CALENDAR'),
  'rostering.result.infeasible-constraints: infeasibleConstraints is null for a clean job': result(
    'infeasibleConstraints',
    (list) => (listOf(list).length === 0 ? null : list),
  ),
  'rostering.roster.schema: employeeRosters is a map by employee': result('roster/employeeRosters', (list) =>
    Object.fromEntries(listOf(list).map((one) => [String(objectOf(one)['employeeId']), one])),
  ),
  'rostering.roster.demand-fulfillment: more is assigned than is planned': result(
    'roster/demandFulfillment/shiftDemand/max/assigned',
    (count) => Number(count) + 100,
  ),
  'rostering.roster.employee-roster: employees without an assignment are left out': result(
    'roster/employeeRosters',
    (list) => listOf(list).filter((one) => listOf(objectOf(one)['assignments']).length > 0),
  ),
  'rostering.roster.assignment: the day of an assignment is text': result(
    'roster/employeeRosters/*/assignments',
    (list) => (Array.isArray(list) ? list.map((one) => ({ ...objectOf(one), day: '2026-01-15' })) : (list ?? gone)),
  ),
  'rostering.roster.assignment-type: every assignment is LOCKED': result(
    'roster/employeeRosters/*/assignments',
    (list) =>
      Array.isArray(list) ? list.map((one) => ({ ...objectOf(one), assignmentType: 'LOCKED' })) : (list ?? gone),
  ),
  'rostering.solution.schema: generatedShifts are left out when there are none': result(
    'solution/generatedShifts',
    (list) => (listOf(list).length === 0 ? gone : list),
  ),
  'rostering.solution.score: the score is text': result(
    'solution/score',
    (score) => `${objectOf(score)['hard']}hard/${objectOf(score)['soft']}soft`,
  ),
  'rostering.solution.match-type: matchType is in lower case': result(
    'solution/missingDemands/*/demands/*/attributeRequirements/*/matchType',
    (type) => String(type).toLowerCase(),
  ),
  'rostering.solution.attribute-requirement: values is one text': result(
    'solution/missingDemands/*/demands/*/attributeRequirements/*/values',
    (values) => String(listOf(values)[0]),
  ),
  'rostering.solution.wall-demand-outcome: only min, ideal and max are there': result(
    'solution/wallDemandOutcome',
    (outcome) => {
      const { min, ideal, max } = objectOf(outcome);
      return { min, ideal, max };
    },
  ),
  'rostering.solution.fte-demand-outcome: planned is missing': result('solution/fteDemandOutcome/min/planned', drop),
  'rostering.solution.shift-demand-fulfillment: the numbers stand directly under shiftDemandFulfillment': result(
    'solution/shiftDemandFulfillment',
    (fulfillment) => objectOf(fulfillment)['totalFulfillmentStatistics'],
  ),
  'rostering.solution.user-defined-shifts: only the first shift is listed': result(
    'solution/userDefinedShifts',
    (list) => listOf(list).slice(0, 1),
  ),
  'rostering.solution.employee-outcome: totalPlannedHours disagrees with the hours assigned': result(
    `${outcomes}/totalPlannedHours`,
    (hours) => Number(hours) + 1,
  ),
  'rostering.solution.planned-day: preAssigned is text': result(`${outcomes}/plannedDays`, (list) =>
    Array.isArray(list) ? list.map((one) => ({ ...objectOf(one), preAssigned: 'false' })) : (list ?? gone),
  ),
  'rostering.solution.soft-violation: the id of a soft violation is missing': result(
    `${outcomes}/softConstraintViolations/*/id`,
    drop,
  ),
  'rostering.solution.generated-interval: breakMinutes is missing': result(
    'solution/generatedShifts/*/intervals/*/breakMinutes',
    drop,
  ),
  'rostering.solution.missing-demands: missing employees are counted against max': result(
    'solution/missingDemands/*/demands/*/nbrOfMissingEmployees',
    (count) => Number(count) + 1,
  ),
});
