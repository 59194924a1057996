import {
  type CompiledLifecycle,
  type CompiledResource,
  type CompiledTemplate,
  type ComputedMember,
  getMember,
} from '@understudy/model';

type Fields = Record<string, unknown>;

/** Evaluates expressions about a record. */
interface Evaluator {
  evaluate(value: Pick<CompiledTemplate, 'evaluate'>, values: Readonly<Fields>): unknown;
}

/** Computes members, and applies the transitions that happen automatically once their conditions hold. */
export function applyConditions(
  session: Evaluator,
  { lifecycle, live }: CompiledResource,
  record: Fields,
  compute: (member: ComputedMember) => void,
): void {
  for (const each of live) compute(each);
  let isChanged = false;
  for (const { when, from, to } of lifecycle?.transitions ?? []) {
    if (lifecycle === undefined || when === undefined || to === undefined) continue;
    const state = getMember(record, lifecycle.member.join('.'));
    if (from.length > 0 && !from.includes(String(state))) continue;
    const [top = ''] = lifecycle.member;
    if (lifecycle.member.length > 1 || session.evaluate(when, { self: record }) !== true) continue;
    record[top] = session.evaluate(to, { self: record });
    isChanged = true;
  }
  // Some computed members depend on the state.
  for (const each of isChanged ? live : []) compute(each);
}

/** The transitions by an operation that the state of a record allows. */
export function listTransitions({ member, transitions }: CompiledLifecycle, record: unknown): readonly string[] {
  const state = String(getMember(record, member.join('.')));
  const allowed = transitions.filter(
    ({ from, statement }) => statement.on !== undefined && (from.length === 0 || from.includes(state)),
  );
  return allowed.map(({ name }) => name);
}

/**
 * Copies a stored record. Members that depend on other records are computed on access.
 *
 * @param changing names of the computed members
 * @param complete computes these members
 */
export function createLazyRecord(
  fields: Readonly<Fields>,
  changing: ReadonlySet<string>,
  complete: () => void,
): Fields {
  const shown: Fields = { ...fields };
  const compute = () => {
    for (const name of changing) {
      Reflect.deleteProperty(shown, name);
      if (Object.hasOwn(fields, name)) shown[name] = fields[name];
    }
    complete();
  };
  for (const name of changing)
    Object.defineProperty(shown, name, {
      enumerable: true,
      configurable: true,
      get: () => {
        compute();
        return shown[name];
      },
    });
  return shown;
}
