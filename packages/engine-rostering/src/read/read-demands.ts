import { formatDate } from '../model/calendar.js';
import type { AttributeRequirement, JobDemand } from '../model/job.js';
import { type IdRegistry, type JsonField, readDate } from './field.js';
import { checkInHorizon, type DefinitionHead } from './horizon.js';
import { rosteringLimits } from './limits.js';
import { readAttributeFilter } from './read-attributes.js';

/** Reads the demands as one entry per slot or shift and day, ordered by day, then target. */
export function readDemands(field: JsonField, head: DefinitionHead, targets: IdRegistry): JobDemand[] {
  const demands: JobDemand[] = [];
  const taken = new Map<number, string>();
  const { maxCells } = rosteringLimits;
  for (const item of field.list('an array of demands') ?? []) {
    if (!item.isObject()) continue;
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

/** The union of days.dates, days.dayIndexes and dates; every day when none of them is sent (rostering.gap.demand-days). */
function readDays(item: JsonField, head: DefinitionHead): number[] {
  const days = item.at('days');
  const known = days.absent || days.isObject();
  const dateLists = [days.at('dates'), item.at('dates')];
  const indexes = days.at('dayIndexes');
  if (indexes.absent && dateLists.every(({ absent }) => absent)) {
    return known ? Array.from({ length: head.days }, (_, day) => day) : [];
  }
  const all = new Set<number>();
  for (const list of dateLists) {
    for (const field of list.items('an array of dates')) {
      const date = readDate(field);
      if (date === undefined) continue;
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
  for (const field of indexes.items('an array of day indexes')) {
    const index = field.integer(0);
    const day = index === undefined ? undefined : checkInHorizon(field, index, head, `Day ${index}`);
    if (day !== undefined) all.add(day);
  }
  return [...all].sort((a, b) => a - b);
}

const { maxCount } = rosteringLimits;

/** The timeDemands or shiftDemands; the other kind is refused (rostering.gap.timeslots-with-shift-demand). */
function readLevels(item: JsonField, head: DefinitionHead, targets: IdRegistry) {
  const time = head.demandType === 'TIME_DEMAND';
  const field = item.at(time ? 'timeDemands' : 'shiftDemands');
  refuseOther(item.at(time ? 'shiftDemands' : 'timeDemands'), head);
  return field.items(`an array of ${kindOf(head)} demands`).flatMap((level) => {
    if (!level.isObject()) return [];
    const target = targets.resolve(level.at(time ? 'timeSlotId' : 'shiftId'));
    const [min, ideal, max] = ['min', 'ideal', 'max'].map((key) => level.at(key).integer(0, maxCount));
    const priority = level.at('priority').optionalInteger(1, 0, 1000);
    const requirements = time ? [] : readRequirements(level.at('attributeRequirements'), max);
    if (target === undefined || min === undefined || ideal === undefined || max === undefined) return [];
    if (min > ideal || ideal > max) {
      const levels = `min ${min}, ideal ${ideal}, max ${max}`;
      return level.fail('job/demand-levels', `The demand must have min <= ideal <= max, but has ${levels}.`) ?? [];
    }
    const demand = { day: 0, target, min, ideal, max, priority: priority ?? 1, requirements, pointer: level.pointer };
    return [{ demand, field: level }];
  });
}

function readRequirements(field: JsonField, max: number | undefined): AttributeRequirement[] {
  return field.items('an array of {id, values}').flatMap((item) => {
    const filter = readAttributeFilter(item);
    const minField = item.at('min');
    const min = minField.optionalInteger(1, 0, maxCount);
    if (filter === undefined || min === undefined) return [];
    if (max !== undefined && min > max) {
      minField.fail('job/range', `"min" asks for ${min} matching employees, but the demand's max is ${max}.`);
    }
    return [{ ...filter, min }];
  });
}

function refuseOther(field: JsonField, head: DefinitionHead): void {
  if (field.items('an array').length === 0) return;
  const right = head.demandType === 'TIME_DEMAND' ? 'timeDemands' : 'shiftDemands';
  field.fail('job/demand-kind', `"${field.name}" does not fit the demandType ${head.demandType}; use "${right}".`);
}
