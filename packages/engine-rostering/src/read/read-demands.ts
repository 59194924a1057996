import { formatDate } from '../model/calendar.js';
import type { AttributeRequirement, JobDemand } from '../model/job.js';
import { type IdRegistry, type JsonField, readAttributeFilter, readDate } from './field.js';
import { checkInHorizon, type DefinitionHead } from './horizon.js';
import { rosteringLimits } from './limits.js';

/** Reads the demands as one entry per slot or shift and day, ordered by day, then target. */
export function readDemands(field: JsonField, head: DefinitionHead, targets: IdRegistry): JobDemand[] {
  const demands: JobDemand[] = [];
  const taken = new Map<number, string>();
  const { maxCells } = rosteringLimits;
  for (const item of field.items()) {
    const days = readDays(item, head);
    for (const { demand, field: place } of readLevels(item, head, targets)) {
      for (const day of days) {
        const key = day * (targets.size + 1) + demand.target;
        const earlier = taken.get(key);
        if (earlier !== undefined) {
          const when = head.start === null ? `day ${day}` : formatDate(head.start + day);
          place.fail(
            'job/duplicate-demand',
            `The same ${kindOf(head)} is wanted twice on ${when}: here and at ${earlier}.`,
          );
          break;
        }
        taken.set(key, place.pointer);
        demands.push({ ...demand, day });
      }
      if (demands.length > maxCells) {
        field.fail('job/too-many', `"demands" asks for more than ${maxCells} ${kindOf(head)}s and days together.`);
        return [];
      }
    }
  }
  return demands.sort((a, b) => a.day - b.day || a.target - b.target);
}

const kindOf = ({ demandType }: DefinitionHead): string => (demandType === 'TIME_DEMAND' ? 'time slot' : 'shift');

/**
 * Reads the union of days.dates, days.dayIndexes and dates, or every day if none of them is sent
 * (rostering.gap.demand-days).
 */
function readDays(item: JsonField, head: DefinitionHead): number[] {
  const days = item.at('days');
  const dateLists = [days.at('dates'), item.at('dates')];
  const indexes = days.at('dayIndexes');
  if (indexes.absent && dateLists.every(({ absent }) => absent)) {
    return Array.from({ length: head.days }, (_, day) => day);
  }
  const all = new Set<number>();
  for (const list of dateLists) {
    for (const field of list.items()) {
      const date = readDate(field);
      if (head.start === null) {
        field.fail(
          'job/no-start-date',
          'Dates need "startDate" in the planning horizon; use "days.dayIndexes" instead.',
        );
        continue;
      }
      const day = checkInHorizon(field, date - head.start, head, formatDate(date));
      if (day !== undefined) all.add(day);
    }
  }
  for (const field of indexes.items()) {
    const day = checkInHorizon(field, field.number(), head, `Day ${field.number()}`);
    if (day !== undefined) all.add(day);
  }
  return [...all].sort((a, b) => a - b);
}

/** Reads the timeDemands or shiftDemands (rostering.gap.timeslots-with-shift-demand). */
function readLevels(item: JsonField, head: DefinitionHead, targets: IdRegistry) {
  const time = head.demandType === 'TIME_DEMAND';
  const field = item.at(time ? 'timeDemands' : 'shiftDemands');
  return field.items().flatMap((level) => {
    const target = targets.resolve(level.at(time ? 'timeSlotId' : 'shiftId'));
    const numberOf = (key: string) => level.at(key).number();
    const [min, ideal, max] = [numberOf('min'), numberOf('ideal'), numberOf('max')];
    const priority = level.at('priority').optionalNumber(1);
    const requirements = time ? [] : readRequirements(level.at('attributeRequirements'), max);
    if (target === undefined) return [];
    if (min > ideal || ideal > max) {
      const levels = `min ${min}, ideal ${ideal}, max ${max}`;
      return level.fail('job/demand-levels', `The demand must have min <= ideal <= max, but has ${levels}.`) ?? [];
    }
    const demand = { day: 0, target, min, ideal, max, priority, requirements, pointer: level.pointer };
    return [{ demand, field: level }];
  });
}

function readRequirements(field: JsonField, max: number): AttributeRequirement[] {
  return field.items().map((item) => {
    const min = item.at('min').optionalNumber(1);
    if (min > max) {
      item.at('min').fail('job/range', `"min" asks for ${min} matching employees, but the demand's max is ${max}.`);
    }
    return { ...readAttributeFilter(item), min };
  });
}
