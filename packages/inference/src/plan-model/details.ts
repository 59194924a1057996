import { omitUndefined } from '@understudy/contract';

/** A detail of a plan, and the corresponding member of a statement. */
export interface Detail<Plan, Statement> {
  readonly write: (plan: Plan) => readonly [member: string, value: unknown];
  /** A value replaces the inferred value, null removes it, and undefined keeps it. */
  readonly read: (statement: Statement, inferred: Plan) => readonly [part: string, value: unknown];
}

interface Codec<Part, Member> {
  /** Undefined to copy the value. */
  readonly write?: (part: NonNullable<Part>) => unknown;
  readonly read?: (member: NonNullable<Member>, inferred: Part) => unknown;
  /** True if every plan has this detail. */
  readonly isNeeded?: boolean;
}

/** Returns a function that describes one detail of a type of plan. */
export function detailOf<Plan, Statement>() {
  return <Part extends keyof Plan & string, Member extends keyof Statement & string>(
    part: Part,
    member: Member,
    { write = keep, read = keep, isNeeded = false }: Codec<Plan[Part], Statement[Member]> = {},
  ): Detail<Plan, Statement> => ({
    write: (plan) => {
      const value = plan[part];
      return [member, value === undefined || value === null ? undefined : write(value)];
    },
    read: (statement, inferred) => {
      const value = statement[member];
      const own = inferred[part];
      if (value === undefined || value === null) return [part, isNeeded || value === undefined ? own : undefined];
      return [part, read(value, own)];
    },
  });
}

function keep(value: unknown): unknown {
  return value;
}

export function writeDetails<Plan>(details: readonly Detail<Plan, never>[], plan: Plan): Record<string, unknown> {
  return omitUndefined(Object.fromEntries(details.map(({ write }) => write(plan))));
}

export function readDetails<Plan extends object, Statement>(
  details: readonly Detail<Plan, Statement>[],
  statement: Statement,
  inferred: Plan,
): Plan {
  const read = details.map((each) => each.read(statement, inferred));
  return omitUndefined({ ...inferred, ...Object.fromEntries(read) }) as Plan;
}
