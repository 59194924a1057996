import { type PlantedDefinition, toDefinitionDate } from './planted-definition.js';

type Demand = {
  min: number;
  ideal: number;
  max: number;
  shiftId?: string;
  timeSlotId?: string;
  attributeRequirements?: object[];
};

/** Changes that make a definition infeasible. Each returns false if it does not apply to the definition. */
export const conflictPlanters: Readonly<Record<string, (definition: PlantedDefinition) => boolean>> = {
  'more employees wanted than there are': (definition) => {
    const demand = someDemand(definition);
    return demand !== undefined && raise(demand, definition.employees.length + 1);
  },
  'nobody available on a demanded day': (definition) => {
    const day = demandedDay(definition);
    if (day === undefined) return false;
    add(definition, 'employeeAvailability', { isDesired: false, periods: onDay(day) });
    return true;
  },
  'a competency nobody has': (definition) => {
    const demand = someDemand(definition);
    if (demand?.shiftId === undefined) return false;
    demand.attributeRequirements = [{ id: 'skill', values: ['pilot'], min: 1 }];
    return true;
  },
  'a day that needs more employees than there are in all its shifts': (definition) => {
    const demands = demandsOf(definition, demandedDay(definition) ?? 0);
    if (demands.length < 2 || demands[0]?.shiftId === undefined) return false;
    const share = Math.ceil((definition.employees.length + 1) / demands.length);
    return demands.map((demand) => raise(demand, share)).every(Boolean);
  },
  'too few hours a week': (definition) => {
    const wanted = definition.demands
      .flatMap((_, day) => demandsOf(definition, day))
      .reduce((sum, { min }) => sum + min, 0);
    if (wanted === 0) return false;
    add(definition, 'employeeUtilization', { maxHours: 0.5, periods: { recurrentDefinition: { daysPerPeriod: 7 } } });
    return true;
  },
  'half of the demanded shifts forbidden over the whole roster': (definition) => {
    const all = definition.demands.flatMap((_, day) => demandsOf(definition, day));
    const wanted = all.reduce((sum, { min }) => sum + min, 0);
    if (all[0]?.shiftId === undefined || wanted < definition.employees.length * 2) return false;
    add(definition, 'employeeUtilization', { maxShifts: Math.floor((wanted - 1) / definition.employees.length) });
    return true;
  },
  'no weekend may be worked, but one is demanded': (definition) => {
    const weekend = definition.demands.findIndex(
      (_, day) => day % 7 >= 5 && demandsOf(definition, day).some(({ min }) => min > 0),
    );
    if (weekend < 0) return false;
    add(definition, 'weekendDistribution', { maxWorkedWeekends: 0 });
    return demandsOf(definition, weekend).every(({ shiftId }) => shiftId !== undefined);
  },
  'a shift demanded every day, and nobody may work more than one day in a row': (definition) => {
    if (definition.timeSlots.length > 0) return false;
    for (const [day] of definition.demands.entries()) {
      const [first] = demandsOf(definition, day);
      if (first === undefined) return false;
      raise(first, Math.ceil(definition.employees.length / 2) + 1);
    }
    add(definition, 'consecutiveWorkdays', { maxDays: 1 });
    return definition.employees.length >= 3;
  },
  'everybody wanted late and then early, with a long rest': (definition) => {
    const [one, two] = [demandsOf(definition, 2)[1], demandsOf(definition, 3)[0]];
    if (one?.shiftId === undefined || two === undefined) return false;
    add(definition, 'restBetweenShifts', { minRestDuration: { hours: 20 } });
    const staff = definition.employees.length;
    return raise(one, Math.ceil(staff / 2)) && raise(two, staff + 1 - Math.ceil(staff / 2));
  },
  'locked work on a day off': (definition) => {
    lock(definition, 0, 3, 0);
    add(definition, 'employeeAvailability', { isDesired: false, periods: onDay(3), filters: only(definition, 0) });
    return true;
  },
  'locked work without the rest between': (definition) => {
    if (definition.shifts.length < 2) return false;
    lock(definition, 0, 1, 1);
    lock(definition, 0, 2, 0);
    add(definition, 'restBetweenShifts', { minRestDuration: { hours: 23.5 } });
    return true;
  },
  'two locked shifts on a day': (definition) => {
    lock(definition, 0, 0, 0);
    lock(definition, 0, 0, 1);
    return true;
  },
  'locked work on too many days in a row': (definition) => {
    for (const day of [1, 2, 3, 4]) lock(definition, 0, day, 0);
    add(definition, 'consecutiveWorkdays', { maxDays: 3, filters: only(definition, 0) });
    return true;
  },
  'locked work above the hours of a week': (definition) => {
    lock(definition, 0, 0, 0);
    add(definition, 'employeeUtilization', { maxHours: 1, filters: only(definition, 0) });
    return true;
  },
  'a slot that no shift contains': (definition) => {
    const demand = someDemand(definition);
    if (demand?.timeSlotId === undefined) return false;
    // Ten hours: longer than any of the shifts.
    definition.timeSlots.push({ id: 'long', startTime: '00:00', endTime: '10:00' });
    const free = demandsOf(definition, 0).filter(({ timeSlotId }) => Number(timeSlotId?.slice(1)) >= 5);
    free.push({ timeSlotId: 'long', min: 1, ideal: 1, max: 1 });
    const [first] = definition.demands;
    if (first !== undefined) first['timeDemands'] = free;
    return true;
  },
  'more hours required of one employee than the week leaves': (definition) => {
    add(definition, 'employeeUtilization', { minHours: 150, filters: only(definition, 0) });
    add(definition, 'employeeUtilization', {
      maxHours: 10,
      filters: only(definition, 0),
      periods: { recurrentDefinition: { daysPerPeriod: 7 } },
    });
    return true;
  },
  'more shifts required of one employee than there are days': (definition) => {
    add(definition, 'employeeUtilization', {
      minShifts: 8,
      filters: only(definition, 0),
      periods: { recurrentDefinition: { daysPerPeriod: 7 } },
    });
    return true;
  },
  'everybody read-only': (definition) => {
    for (const employee of definition.employees) {
      employee['readOnly'] = true;
      employee['scheduledShifts'] = [];
    }
    return someDemand(definition) !== undefined;
  },
};

function demandsOf(definition: PlantedDefinition, day: number): Demand[] {
  const demand = definition.demands[day];
  const list = demand?.['timeDemands'] ?? demand?.['shiftDemands'];
  return Array.isArray(list) ? list : [];
}

function someDemand(definition: PlantedDefinition): Demand | undefined {
  return definition.demands.flatMap((_, day) => demandsOf(definition, day)).find(({ min }) => min > 0);
}

function demandedDay(definition: PlantedDefinition): number | undefined {
  const day = definition.demands.findIndex((_, index) => demandsOf(definition, index).some(({ min }) => min > 0));
  // Slots of the first day may be covered by nobody but night workers of the day itself.
  return day < 0 || definition.timeSlots.length > 0 ? undefined : day;
}

function raise(demand: Demand, min: number): boolean {
  demand.min = Math.max(demand.min, min);
  demand.ideal = Math.max(demand.ideal, demand.min);
  demand.max = Math.max(demand.max, demand.ideal);
  return true;
}

function add(definition: PlantedDefinition, family: string, own: object): void {
  const key = `${family}Constraints`;
  const list = definition.constraints[key] ?? [];
  list.push({ id: `planted-${list.length}`, importance: 'STRICT', ...own });
  definition.constraints[key] = list;
}

const onDay = (day: number): object => ({
  customDefinitions: [{ startDate: toDefinitionDate(day), endDate: toDefinitionDate(day) }],
});

const only = (definition: PlantedDefinition, employee: number): object => ({
  employees: { employeeIds: [definition.employees[employee]?.['id']] },
});

function lock(definition: PlantedDefinition, employee: number, day: number, shift: number): void {
  const own = definition.employees[employee];
  const list = own?.['scheduledShifts'];
  if (own === undefined || !Array.isArray(list)) return;
  own['scheduledShifts'] = [...list, { shiftId: definition.shifts[shift]?.id, day: { date: toDefinitionDate(day) } }];
}
