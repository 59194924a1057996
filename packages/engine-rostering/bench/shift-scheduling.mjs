import { uniform } from './uniform.mjs';

/**
 * Seeded definitions of the kind of the published shift-scheduling benchmarks: contracts with minimum and maximum
 * minutes, runs of work and of days off, weekends and shifts of a type, shifts that may not follow each other, fixed days
 * off, requests of weight 1 to 3, and cover with 100 for each head below and 1 for each head above. A legal roster is
 * planted first and everything else is made around it, so its cost is an upper bound of the optimum.
 *
 * With `tight` nobody may work more than was planted and cover asks for a little more than that, wherever it falls: as in
 * the published instances, no roster covers everything, and the planted one is far from the best.
 *
 * @returns {{definition: object, planted: number}} the cost of the planted roster, in points of the soft score
 */
export function shiftScheduling({ employees, weeks, shifts: count, seed, tight = false }) {
  const random = uniform(seed * 7919 + employees * 31 + weeks * 7 + count + (tight ? 503 : 0));
  const below = (limit) => Math.floor(random() * limit);
  const days = weeks * 7;
  const shifts = shiftTypes(count, below);
  const follows = shifts.map((one) => shifts.map((next) => next.start + 1440 - one.end >= 12 * 60));
  const contracts = range(Math.max(1, Math.min(4, Math.ceil(employees / 8)))).map((index) => ({
    minOn: 2 + (index % 2),
    maxOn: 5 + below(2),
    minOff: 2 + (random() < 0.25 ? 1 : 0),
    maxWeekends: Math.max(1, Math.floor(weeks > 4 ? weeks * 0.65 : weeks / 2) + (random() < 0.3 ? 1 : 0)),
    // Minutes of a week: full time, four days, three days.
    minutes: [2400, 2400, 1920, 1440][index % 4],
  }));
  // Three days off in a row leave no room for five shifts a week.
  for (const contract of contracts) if (contract.minOff > 2) contract.minutes = Math.min(contract.minutes, 1920);
  const people = range(employees).map((index) => {
    const contract = contracts[below(contracts.length)];
    const known = shifts.map(() => count === 1 || random() < 0.75);
    if (known.filter(Boolean).length < Math.min(2, count)) known.fill(true);
    const row = legalRow({ contract, shifts, follows, known, days, random, below });
    const worked = row.reduce((sum, shift) => sum + (shift < 0 ? 0 : shifts[shift].minutes), 0);
    const free = row.flatMap((shift, day) => (shift < 0 ? [day] : []));
    return {
      id: `p${index}`,
      contract,
      row,
      min: worked - 480 - 240 * below(3),
      max: worked + 240 * below(2) * (tight ? 0 : 1),
      most: shifts.map((_, shift) => {
        const own = row.filter((held) => held === shift).length;
        return known[shift] ? (random() < 0.3 ? own + below(3) : days) : 0;
      }),
      off: range(weeks / 2).map(() => free[below(free.length)]),
    };
  });
  const cover = range(days).map((day) =>
    shifts.map((_, shift) => {
      const heads = people.filter(({ row }) => row[day] === shift).length;
      const drift = random();
      if (tight) return Math.max(0, heads + (drift < 0.22 ? 1 : drift > 0.84 ? -1 : 0));
      return Math.max(0, heads + (drift < 0.14 ? 1 : drift > 0.95 ? -1 : 0));
    }),
  );
  const requests = people.flatMap((person) => requestsOf(person, days, shifts, random, below));
  return {
    definition: definitionOf({
      employees,
      weeks,
      count,
      seed,
      days,
      shifts,
      follows,
      contracts,
      people,
      cover,
      requests,
    }),
    planted: costOf(people, cover, requests),
  };
}

const range = (length) => Array.from({ length }, (_, index) => index);

function shiftTypes(count, below) {
  const starts = [420, 840, 1320, 540, 960, 360, 600, 780, 1140, 480];
  const lengths = [480, 480, 600, 480, 600, 720, 480, 540, 600, 480];
  return range(count).map((index) => {
    const start = starts[index] + 30 * below(2);
    const minutes = lengths[index];
    return { id: `s${index}`, start, end: start + minutes, minutes };
  });
}

/** A row that keeps the contract, by trying again until one does. */
function legalRow({ contract, shifts, follows, known, days, random, below }) {
  for (let attempt = 0; attempt < 20_000; attempt += 1) {
    const row = [];
    let on = random() < 0.6;
    while (row.length < days) {
      const first = row.length === 0;
      // Those ahead of their hours stay off longer, those behind work longer.
      const worked = row.reduce((sum, shift) => sum + (shift < 0 ? 0 : shifts[shift].minutes), 0);
      const ahead = worked - (contract.minutes * row.length) / 7;
      if (on) {
        const spread = contract.maxOn - contract.minOn + 1;
        const length = first ? 1 + below(contract.maxOn) : contract.minOn + (ahead < -960 ? spread - 1 : below(spread));
        for (let day = 0; day < length && row.length < days; day += 1) {
          const before = row.at(-1) ?? -1;
          const choices = range(shifts.length).filter(
            (shift) => known[shift] && (before < 0 || follows[before][shift]),
          );
          // People mostly keep the shift of the day before.
          row.push(choices.includes(before) && random() < 0.6 ? before : choices[below(choices.length)]);
        }
      } else {
        const length = first ? 1 + below(3) : contract.minOff + (ahead > 0 ? below(4) : random() < 0.2 ? 1 : 0);
        for (let day = 0; day < length && row.length < days; day += 1) row.push(-1);
      }
      on = !on;
    }
    if (row.includes(undefined)) continue;
    const minutes = row.reduce((sum, shift) => sum + (shift < 0 ? 0 : shifts[shift].minutes), 0);
    const goal = (contract.minutes * days) / 7;
    if (Math.abs(minutes - goal) > 120 * Math.max(4, days / 7)) continue;
    const weekends = range(days / 7).filter((week) => row[week * 7 + 5] >= 0 || row[week * 7 + 6] >= 0).length;
    if (weekends <= contract.maxWeekends) return row;
  }
  throw new Error('No legal row was found');
}

/** Stretches of days on which somebody wants a shift or a day off: mostly what was planted. */
function requestsOf({ id, row, most, off }, days, shifts, random, below) {
  const requests = new Map();
  for (let stretch = 0; stretch < days / 7; stretch += 1) {
    const begin = below(days);
    const weight = 1 + below(3);
    const like = random() < 0.75;
    const wanted = random() < 0.7;
    const other = below(shifts.length);
    for (let day = begin; day < Math.min(days, begin + 1 + below(4)); day += 1) {
      const shift = like ? row[day] : random() < 0.5 ? -1 : other;
      if (shift >= 0 && wanted && most[shift] > 0 && !off.includes(day))
        requests.set(day, { id, day, shift, weight, on: true });
      else requests.set(day, { id, day, shift: shift < 0 || like ? below(shifts.length) : shift, weight, on: false });
      const made = requests.get(day);
      if (like && !made.on && made.shift === row[day]) requests.delete(day);
    }
  }
  return [...requests.values()];
}

function costOf(people, cover, requests) {
  let cost = 0;
  cover.forEach((ofDay, day) => {
    ofDay.forEach((wanted, shift) => {
      const heads = people.filter(({ row }) => row[day] === shift).length;
      cost += heads < wanted ? 100 * (wanted - heads) : heads - wanted;
    });
  });
  const rows = new Map(people.map(({ id, row }) => [id, row]));
  for (const { id, day, shift, weight, on } of requests) {
    if ((rows.get(id)[day] === shift) !== on) cost += weight;
  }
  return cost;
}

function definitionOf({ employees, weeks, count, seed, days, shifts, follows, contracts, people, cover, requests }) {
  const dateOf = (day) => new Date(Date.parse('2026-03-02') + day * 86_400_000).toISOString().slice(0, 10);
  const timeOf = (minute) =>
    `${String(Math.floor((minute % 1440) / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  const on = (day) => ({ customDefinitions: [{ startDate: dateOf(day), endDate: dateOf(day) }] });
  const only = (...employeeIds) => ({ employees: { employeeIds } });
  const of = (contract) => people.filter((person) => person.contract === contract).map(({ id }) => id);
  const groups = contracts.map((contract) => ({ contract, ids: of(contract) })).filter(({ ids }) => ids.length > 0);
  const whole = { customDefinitions: [{ startDate: dateOf(0), endDate: dateOf(days - 1) }] };
  const pairs = shifts.flatMap((one, a) => shifts.map((next, b) => ({ a, b, one, next })));
  return {
    jobInfo: {
      id: `scheduling-${employees}-${weeks}-${count}-${seed}`,
      organisationId: 'bench',
      scheduleType: 'CALENDAR',
      demandType: 'SHIFT_DEMAND',
      planningHorizon: { startDate: dateOf(0), endDate: dateOf(days - 1) },
    },
    employees: people.map(({ id }) => ({ id })),
    shifts: shifts.map(({ id, start, end }) => ({
      id,
      intervals: [{ startTime: timeOf(start), endTime: timeOf(end), dayIndicator: 0 }],
    })),
    demands: cover.map((ofDay, day) => ({
      dates: [dateOf(day)],
      shiftDemands: ofDay.map((ideal, shift) => ({ shiftId: shifts[shift].id, min: 0, ideal, max: employees + 10 })),
    })),
    constraints: {
      patternConstraints: [
        ...pairs
          .filter(({ a, b }) => !follows[a][b])
          .map(({ one, next }) => ({
            id: `follow-${one.id}-${next.id}`,
            importance: 'STRICT',
            isDesired: false,
            sequence: [one.id, next.id],
          })),
        ...groups.flatMap(({ contract, ids }, group) =>
          range(contract.minOff - 1).flatMap((length) =>
            pairs.map(({ one, next }) => ({
              id: `off-${group}-${length + 1}-${one.id}-${next.id}`,
              importance: 'STRICT',
              isDesired: false,
              sequence: [one.id, ...range(length + 1).map(() => 'OFF'), next.id],
              filters: only(...ids),
            })),
          ),
        ),
      ],
      consecutiveWorkdaysConstraints: groups.map(({ contract, ids }, group) => ({
        id: `run-${group}`,
        importance: 'STRICT',
        minDays: contract.minOn,
        maxDays: contract.maxOn,
        filters: only(...ids),
      })),
      weekendDistributionConstraints: groups.map(({ contract, ids }, group) => ({
        id: `weekends-${group}`,
        importance: 'STRICT',
        maxWorkedWeekends: contract.maxWeekends,
        periods: whole,
        filters: only(...ids),
      })),
      employeeUtilizationConstraints: people.flatMap(({ id, min, max, most }) => [
        {
          id: `minutes-${id}`,
          importance: 'STRICT',
          minHours: min / 60,
          maxHours: max / 60,
          periods: whole,
          filters: only(id),
        },
        ...most.flatMap((maxShifts, shift) =>
          maxShifts >= days
            ? []
            : [
                {
                  id: `most-${id}-${shifts[shift].id}`,
                  importance: 'STRICT',
                  maxShifts,
                  periods: whole,
                  filters: { ...only(id), shifts: { shiftIds: [shifts[shift].id] } },
                },
              ],
        ),
      ]),
      employeeAvailabilityConstraints: [
        ...people.map(({ id, off }) => ({
          id: `off-${id}`,
          importance: 'STRICT',
          isDesired: false,
          periods: {
            customDefinitions: [...new Set(off)].map((day) => ({ startDate: dateOf(day), endDate: dateOf(day) })),
          },
          filters: only(id),
        })),
        ...requests.map(({ id, day, shift, weight, on: isDesired }) => ({
          id: `request-${id}-${day}`,
          weight,
          isDesired,
          periods: on(day),
          filters: { ...only(id), shifts: { shiftIds: [shifts[shift].id] } },
        })),
      ],
    },
    configuration: { seed, demandWeights: { min: 0, ideal: 100, max: 1 } },
  };
}
