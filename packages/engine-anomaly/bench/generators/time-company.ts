import type { Random } from './random.ts';
import type { Habit } from './time-walk.ts';

export interface TimeCompanyOptions {
  readonly seed: number;
  readonly employees: number;
  readonly from: string;
  readonly to: string;
}

/** A made-up company, and the chance that its days go on by. */
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
