import { JudgeCalendar, listStretches, toMinutes } from './judge-calendar.js';
import { matchesWanted } from './judge-matching.js';
import type { AssignedWork } from './judge-rules.js';
import type { RawEmployee, RawFilter, RawJobDefinition, RawLevels } from './judge-types.js';

type WorksByEmployee = ReadonlyMap<RawEmployee, readonly AssignedWork[]>;

/** @returns employees missing, and the soft penalty of all demand (rostering.gap.score-sign) */
export function judgeDemand(
  definition: RawJobDefinition,
  works: WorksByEmployee,
): { missing: number; penalty: number } {
  const weights = { min: 100, ideal: 10, max: 1, ...definition.configuration?.demandWeights };
  let missing = 0;
  let penalty = 0;
  for (const { levels, present, requirements } of cellsOf(definition, works)) {
    const { min, ideal, max, priority = 1 } = levels;
    const heads = present.length;
    const unmatched = requirements.map((wanted) => {
      const least = wanted.min ?? 1;
      return least - present.filter((employee) => matchesWanted(employee.attributes, wanted)).length;
    });
    missing += Math.max(0, min - heads, ...(min === 0 && heads === 0 ? [] : unmatched));
    penalty +=
      priority *
      (weights.min * (Math.max(0, min - heads) + Math.max(0, heads - max)) +
        weights.ideal * Math.max(0, ideal - heads) +
        weights.max * Math.max(0, heads - ideal));
  }
  return { missing, penalty };
}

interface Cell {
  readonly levels: RawLevels;
  readonly present: readonly RawEmployee[];
  readonly requirements: readonly (RawFilter & { readonly min?: number })[];
}

function cellsOf(definition: RawJobDefinition, works: WorksByEmployee): Cell[] {
  const calendar = new JudgeCalendar(definition);
  const slots = new Map(definition.timeSlots?.map((slot) => [slot.id, slot]));
  const cells: Cell[] = [];
  for (const { days, dates, timeDemands = [], shiftDemands = [] } of definition.demands) {
    const named = [...(dates ?? []), ...(days?.dates ?? [])].map((date) => calendar.numberOf(date));
    const wanted = new Set([...named, ...(days?.dayIndexes ?? [])]);
    const given = dates !== undefined || days?.dates !== undefined || days?.dayIndexes !== undefined;
    const on = given ? wanted : new Set(Array.from({ length: calendar.days }, (_, day) => day));
    for (const day of on) {
      for (const levels of timeDemands) {
        const slot = slots.get(levels.timeSlotId);
        if (slot === undefined) throw new Error(`No time slot ${levels.timeSlotId}`);
        const start = day * 1440 + toMinutes(slot.startTime);
        const length = (toMinutes(slot.endTime) - toMinutes(slot.startTime) + 1440) % 1440 || 1440;
        const present = whoever(works, (work) => work.day >= 0 && covers(work, start, start + length));
        cells.push({ levels, present, requirements: [] });
      }
      for (const levels of shiftDemands) {
        const present = whoever(works, (work) => work.day === day && work.shift.id === levels.shiftId);
        cells.push({ levels, present, requirements: levels.attributeRequirements ?? [] });
      }
    }
  }
  return cells;
}

function whoever(works: WorksByEmployee, test: (work: AssignedWork) => boolean): RawEmployee[] {
  // Counts assignments. An employee with two at once violates another rule, and counts twice here.
  return [...works].flatMap(([employee, all]) => all.filter(test).map(() => employee));
}

/** Returns whether the work covers a whole slot. Intervals that touch are merged (rostering.gap.time-coverage). */
function covers({ shift, day }: AssignedWork, start: number, end: number): boolean {
  let reached = start;
  for (const stretch of listStretches(shift, day)) {
    if (stretch.start <= reached && stretch.end > reached) reached = stretch.end;
  }
  return reached >= end;
}
