import type { RosteringInstance } from '../model/instance.js';
import { toDayLocation } from './cell-location.js';
import type { CheckResult } from './feasibility-types.js';
import { countHeadsInWindow } from './heads-in-window.js';
import { computeMinutesInWindow } from './minutes-in-window.js';
import type { LaborSupply } from './supply.js';

interface Window {
  from: number;
  to: number;
}

/**
 * Runs the Employee-minutes-weekly-check and the Employee-minutes-entire-roster-check: compares the demand in a window
 * with the maximum work of all employees together under strict limits and availability. The windows are 7 days from day
 * 0 on, the periods of strict limits, and the whole roster, which is reported only if it lacks more than its weeks do.
 */
export function checkMinutes(supply: LaborSupply): CheckResult[] {
  const { instance } = supply;
  const results: CheckResult[] = [];
  const whole = { from: 0, to: instance.days };
  const lacking = { min: { minutes: 0, heads: 0 }, ideal: { minutes: 0, heads: 0 } };
  for (const window of windowsOf(instance)) {
    for (const level of ['min', 'ideal'] as const) {
      const short = shortOf(supply, window, level);
      if (short === undefined) continue;
      const weekly = window.to - window.from <= 7 && window.from % 7 === 0;
      if (weekly) {
        lacking[level].minutes += short.minutes;
        lacking[level].heads += short.heads;
      } else if (short.minutes <= lacking[level].minutes && short.heads <= lacking[level].heads) continue;
      const entire = window.from === whole.from && window.to === whole.to && !weekly;
      const title = entire
        ? ('Employee-minutes-entire-roster-check' as const)
        : ('Employee-minutes-weekly-check' as const);
      results.push({ level: level === 'min' ? 'infeasibility' : 'warning', title, violation: short.violation });
      break;
    }
  }
  return results;
}

/** Weeks first, then other periods, then the whole roster. */
function windowsOf(instance: RosteringInstance): Window[] {
  const { constraints, days } = instance;
  const windows = new Map<string, Window>();
  const add = (from: number, to: number): void => {
    windows.set(`${from}-${to}`, windows.get(`${from}-${to}`) ?? { from, to });
  };
  for (let from = 0; from < days; from += 7) add(from, Math.min(from + 7, days));
  for (const constraint of constraints) {
    if (constraint.family !== 'employeeUtilization' || !constraint.strict) continue;
    for (const { from, to } of constraint.periods) if (windows.size < 200) add(from, to);
  }
  windows.delete(`0-${days}`);
  return [...windows.values(), { from: 0, to: days }];
}

function shortOf(supply: LaborSupply, window: Window, level: 'min' | 'ideal') {
  const minutes = computeMinutesInWindow(supply, window.from, window.to, level);
  const heads = countHeadsInWindow(supply, window.from, window.to, level);
  if (minutes.missing <= 0 && heads.missing <= 0) return undefined;
  return {
    minutes: minutes.missing,
    heads: heads.missing,
    violation: {
      ...toDayLocation(supply.instance, window.from),
      requiredMinutes: minutes.required,
      achievableMinutes: Math.min(minutes.achievable, minutes.required - heads.missing * heads.shortestMinutes),
      missingMinutes: Math.max(minutes.missing, heads.missing * heads.shortestMinutes),
      totalMinutes: minutes.total,
      ...(heads.missing > 0 ? { requiredEmployees: heads.required, missingEmployees: heads.missing } : {}),
      violatedProperties: [level === 'min' ? 'MIN' : 'IDEAL'],
    },
  };
}
