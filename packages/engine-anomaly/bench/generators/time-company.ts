import { toDay } from './calendar.ts';
import { type Names, namesOf, staffing } from './company.ts';
import { type Random, randomOf } from './random.ts';
import { type Habit, vacationWeeks, type Weighted, type Work } from './time-walk.ts';

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
  readonly projects: { readonly projectId: string; readonly name: string }[];
  readonly staff: Employee[];
  readonly r: Random;
}

export interface Employee extends Habit {
  readonly name: string;
}

/** The first and the last day. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

export interface Project {
  readonly projectId: string;
  readonly name: string;
}

/** The parameters of a company. `Given` is the data that its departments share. */
export interface TimeFirm<Given, DepartmentWork extends Work = Work> {
  readonly defaults: Pick<Habit, 'resolution' | 'holidayShare' | 'sickness'> & { readonly project: string };
  readonly prepare: (
    r: Random,
    names: Names,
    span: Span,
  ) => { readonly projects: readonly Project[]; readonly given: Given };
  readonly departments: readonly Department<Given, DepartmentWork>[];
  readonly employeeId: (index: number, departmentId: string) => string;
  /** Drawn after the work of an employee and before the vacation. */
  readonly extras?: (r: Random) => Pick<Habit, 'extras'>;
  /** Drawn last: when the employee joined or left. */
  readonly stay: (r: Random, index: number, span: Span) => Pick<Habit, 'joined' | 'left'>;
  /** Changes the complete habit. */
  readonly adapt?: (work: DepartmentWork) => Partial<Habit>;
}

export interface Department<Given, DepartmentWork extends Work = Work> {
  readonly departmentId: string;
  readonly name: string;
  readonly share: number;
  readonly work: (r: Random, given: Given & { readonly index: number }) => DepartmentWork;
}

/** Generates a company from its parameters. The same options give the same company. */
export function timeCompany<Given, DepartmentWork extends Work = Work>(
  firm: TimeFirm<Given, DepartmentWork>,
  { seed, employees, from, to }: TimeCompanyOptions,
): TimeCompany {
  const r = randomOf(seed);
  const names = namesOf(seed);
  const span = { first: toDay(from), last: toDay(to) };
  const { projects, given } = firm.prepare(r, names, span);
  const { project, ...defaults } = firm.defaults;
  const staff = staffing(firm.departments, employees).map(({ departmentId, work }, index): Employee => {
    const own = work(r, { ...given, index });
    const extras = firm.extras?.(r);
    return {
      timesGiven: true,
      splitShare: 0,
      ...defaults,
      vacation: vacationWeeks(r, from, to),
      projects: [[project, 1]],
      ...extras,
      ...own,
      ...firm.adapt?.(own),
      employeeId: firm.employeeId(index, departmentId),
      name: names.person(),
      departmentId,
      ...firm.stay(r, index, span),
    };
  });
  const departments = firm.departments.map(({ departmentId, name }) => ({ departmentId, name }));
  const named = projects.map(({ projectId, name }) => ({ projectId, name }));
  return { customerId: names.company(), departments, projects: named, staff, r };
}

/** Reads `'machine 6, setup 2'`. */
export const weights = (text: string): Weighted =>
  text.split(', ').map((item) => {
    const [value = '', weight = ''] = item.split(' ');
    return [value, Number(weight)] as const;
  });
