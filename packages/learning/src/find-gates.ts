import { countValues, groupBy } from './count-values.js';
import { type ConditionKind, type Conditions, rankOf } from './extract-conditions.js';
import type { Observation, ObservedOperation } from './observe-recording.js';

/** A condition on headers for errors of every operation. */
export interface Gate {
  readonly condition: string;
  /** The requests with errors, of all operations. */
  readonly refused: readonly Observation[];
  /** Operations that accept such requests. */
  readonly without: ReadonlySet<string>;
  holds(features: Conditions): boolean;
}

interface Row {
  readonly id: string;
  readonly of: Observation;
}

/** The least numbers of errors and of operations for a condition of the whole API. */
const [leastRefusals, leastOperations] = [3, 2];

/** Finds the conditions on headers that an API checks first. */
export function findGates(observed: readonly ObservedOperation[]): Gate[] {
  const gates: Gate[] = [];
  let left = observed.flatMap(({ operation: { id }, observations }) => observations.map((of) => ({ id, of })));
  for (;;) {
    const features = new Map(left.flatMap(({ of }) => [...of.features].filter(isOfHeader)));
    const found = [...features]
      .flatMap(([feature, kind]) =>
        [true, false].flatMap((has) => {
          const holds: Gate['holds'] = (own) => own.has(feature) === has;
          const gate = gateOf(left.filter(({ of }) => holds(of.features)));
          return gate === undefined
            ? []
            : [{ ...gate, condition: has ? feature : not(feature), holds, rank: rankOf(kind) }];
        }),
      )
      .sort((one, other) => one.rank - other.rank || other.refused.length - one.refused.length)[0];
    if (found === undefined) return gates;
    const refused = new Set(found.refused);
    left = left.filter(({ of }) => !refused.has(of));
    gates.push(found);
  }
}

function isOfHeader([feature, kind]: readonly [string, ConditionKind]): boolean {
  return /\bheaders\b/.test(feature) && !/ == ["\d]/.test(feature) && rankOf(kind) < rankOf('after');
}

function not(condition: string): string {
  const [, present] = /^(\S+) != null$/.exec(condition) ?? [];
  return present === undefined ? `!(${condition})` : `${present} == null`;
}

/** The requests with one error status, if most operations return it. */
function gateOf(rows: readonly Row[]): Pick<Gate, 'refused' | 'without'> | undefined {
  const operations = [...groupBy(rows, ({ id }) => id)].map(([id, own]) => ({
    ...{ id, own },
    statuses: new Set(own.map(({ of }) => of.exchange.entry.status)),
  }));
  const [[status] = [undefined]] = countValues(operations.flatMap(({ statuses }) => [...statuses]));
  const isRefusing = ({ statuses }: (typeof operations)[number]) => statuses.size === 1 && statuses.has(Number(status));
  const refusing = operations.filter(isRefusing);
  const refused = refusing.flatMap(({ own }) => own.map(({ of }) => of));
  const without = new Set(operations.filter((each) => !isRefusing(each)).map(({ id }) => id));
  const isGate = Number(status) >= 400 && refusing.length >= leastOperations && refusing.length > 2 * without.size;
  return isGate && refused.length >= leastRefusals ? { refused, without } : undefined;
}
