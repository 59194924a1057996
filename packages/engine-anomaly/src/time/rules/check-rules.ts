import type { RuleBreach, TimePlan, TimeRegistration, TimeRule } from '../types.js';
import { isRuleType, rulesByType as kinds, type RuleRecord, ruleTypes, toRuleRecord } from './rule-types.js';

interface BreachesByPosition {
  registrations: RuleBreach[][];
  plans: RuleBreach[][];
}

/**
 * Returns the rule violations of each registration and plan, with one inner array per violated instance
 * (`time.gap.breach-arrays`). A plan never adds a violation to a registration.
 * @throws RangeError if a rule has an unknown type, or a date does not exist
 */
export function checkRules(
  rules: readonly TimeRule[],
  registrations: readonly TimeRegistration[],
  plans: readonly TimePlan[] = [],
): BreachesByPosition {
  for (const { ruleId, ruleType } of rules) {
    if (!isRuleType(ruleType)) {
      throw new RangeError(
        `The rule ${ruleId} has the unknown type ${JSON.stringify(ruleType)}. Use one of ${ruleTypes.join(', ')}.`,
      );
    }
  }
  const done = registrations.map((record) => toRuleRecord(record.registrationId, record));
  const planned = plans.map((record) => toRuleRecord(record.planId, record));
  return {
    registrations: breachesOf(rules, done, done),
    plans: breachesOf(rules, planned.length === 0 ? [] : [...done, ...planned], planned),
  };
}

function breachesOf(
  rules: readonly TimeRule[],
  records: readonly RuleRecord[],
  wanted: readonly RuleRecord[],
): RuleBreach[][] {
  const found = new Map<RuleRecord, RuleBreach[]>(wanted.map((record) => [record, []]));
  const employees = rules.length === 0 ? [] : byEmployee(records);
  for (const { ruleId, ruleType, value } of rules) {
    for (const own of employees) {
      const started = new Map<RuleRecord, RuleBreach>();
      for (const { records: involved, fields } of kinds[ruleType](own, value)) {
        const ids = involved.map(({ id }) => id);
        for (const record of involved) {
          const breaches = found.get(record);
          if (breaches === undefined) continue;
          let breach = started.get(record);
          if (breach === undefined) {
            breach = { ruleId, relatedFields: [], relatedIds: [] };
            started.set(record, breach);
            breaches.push(breach);
          }
          // All involved records share one array, because there can be thousands of them.
          breach.relatedFields.push(fields);
          breach.relatedIds.push(ids);
        }
      }
    }
  }
  return wanted.map((record) => found.get(record) ?? []);
}

/** Groups records by employee, ordered by day and start. Records without a start come last in their day. */
function byEmployee(records: readonly RuleRecord[]): RuleRecord[][] {
  const groups = new Map<string, RuleRecord[]>();
  for (const record of records) {
    const group = groups.get(record.record.employeeId);
    if (group === undefined) groups.set(record.record.employeeId, [record]);
    else group.push(record);
  }
  const startOf = ({ record }: RuleRecord) => record.startTime ?? 24;
  return [...groups.values()].map((group) => group.sort((a, b) => a.day - b.day || startOf(a) - startOf(b)));
}
