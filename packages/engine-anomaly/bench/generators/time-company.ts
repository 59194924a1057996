import { toDay } from './calendar.ts';
import { type Names, namesOf, staffing } from './company.ts';
import { type Random, randomOf } from './random.ts';
import { type Habit, vacationWeeks, type Weighted } from './time-walk.ts';

export interface TimeCompanyOptions {
  readonly seed: number;
  readonly employees: number;
  readonly from: string;
  readonly to: string;
}

/** A generated company, and the random numbers of its days. */
export interface TimeCompany {
  readonly customerId: string;
  readonly departments: { readonly departmentId: string; readonly name: string }[];
  readonly projects: readonly Project[];
  readonly staff: (Habit & { readonly name: string })[];
  readonly r: Random;
}

interface Project {
  readonly projectId: string;
  readonly name: string;
}

/** The work of a department. The company adds the other parts of the habit. */
export type Work = Pick<Habit, 'worksOn' | 'shift' | 'categories'> & Partial<Habit>;

/** The parameters of a company. */
export interface TimeFirm {
  readonly defaults: Pick<Habit, 'resolution' | 'holidayShare' | 'sickness'> & { readonly project: string };
  readonly projects: (r: Random, names: Names) => readonly Project[];
  readonly departments: readonly Department[];
  readonly employeeId: (index: number, departmentId: string) => string;
  /** Drawn after the work of an employee and before the vacation. */
  readonly extras?: (r: Random) => Pick<Habit, 'extras'>;
  /** Drawn last: when the employee joined or left. */
  readonly stay: (r: Random, index: number, first: number, last: number) => Pick<Habit, 'joined' | 'left'>;
}

export interface Department {
  readonly departmentId: string;
  readonly name: string;
  readonly share: number;
  readonly work: (r: Random, index: number, projectIds: readonly string[]) => Work;
}

/** Generates a company from its parameters. The same options give the same company. */
export function timeCompany(firm: TimeFirm, { seed, employees, from, to }: TimeCompanyOptions): TimeCompany {
  const r = randomOf(seed);
  const names = namesOf(seed);
  const projects = firm.projects(r, names);
  const projectIds = projects.map(({ projectId }) => projectId);
  const { project, ...defaults } = firm.defaults;
  const staff = staffing(firm.departments, employees).map(({ departmentId, work }, index) => {
    const own = work(r, index, projectIds);
    const extras = firm.extras?.(r);
    return {
      timesGiven: true,
      splitShare: 0,
      ...defaults,
      vacation: vacationWeeks(r, from, to),
      projects: [[project, 1]] as const,
      ...extras,
      ...own,
      employeeId: firm.employeeId(index, departmentId),
      name: names.person(),
      departmentId,
      ...firm.stay(r, index, toDay(from), toDay(to)),
    };
  });
  const departments = firm.departments.map(({ departmentId, name }) => ({ departmentId, name }));
  return { customerId: names.company(), departments, projects, staff, r };
}

/** Reads `'machine 6, setup 2'`. */
export const weights = (text: string): Weighted =>
  text.split(', ').map((item) => {
    const [value = '', weight = ''] = item.split(' ');
    return [value, Number(weight)] as const;
  });
