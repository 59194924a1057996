import { countValues, groupBy } from './count-values.js';
import { type ConditionKind, type Conditions, rankOf } from './extract-conditions.js';
import type { Observation, ObservedOperation } from './observe-recording.js';

/** A condition on headers that leads to an error in every operation. */
export interface Gate {
  readonly condition: string;
  /** The rejected requests to all operations. */
  readonly refused: readonly Observation[];
  /** Operations that accept such requests. */
  readonly without: ReadonlySet<string>;
  holds(features: Conditions): boolean;
}

interface Row {
  readonly id: string;
  readonly of: Observation;
}

/** Minimum numbers of errors and of operations for a condition that applies to the whole API. */
const [leastRefusals, leastOperations] = [3, 2];

/** Finds the conditions on headers that an API checks first. */
export function findGates(observed: readonly ObservedOperation[]): Gate[] {
  const gates: Gate[] = [];
  // Anyone can sign in, whatever their role.
  const open = observed.flatMap(({ operation: { id }, observations }) =>
    observations.some(({ exchange, owner }) => exchange.entry.status < 400 && owner.owners.length === 0) ? id : [],
  );
  let left = observed.flatMap(({ operation: { id }, observations }) => observations.map((of) => ({ id, of })));
  for (;;) {
    const features = new Map(left.flatMap(({ of }) => [...of.features].filter(isOfHeader)));
    const found = [...features]
      .flatMap(([feature, kind]) =>
        [true, false].flatMap((has) => {
          const holds: Gate['holds'] = (own) => own.has(feature) === has;
          if (kind === 'state' && !has) return [];
          if (kind === 'ended' && !has) return [];
          const gate = gateOf(
            left.filter(({ of }) => holds(of.features) && (kind !== 'state' || isChange(of))),
            kind,
          );
          // A role that must not change records can still read them.
          if (kind === 'state') for (const { id, of } of left) if (!isChange(of)) gate?.without.add(id);
          if (kind === 'state' || kind === 'ended') for (const id of open) gate?.without.add(id);
          return gate === undefined
            ? []
            : [{ ...gate, condition: has ? feature : not(feature), holds, rank: rankOf(kind) }];
        }),
      )
      .sort(
        (one, other) =>
          one.rank - other.rank ||
          other.refused.length - one.refused.length ||
          one.condition.length - other.condition.length,
      )[0];
    if (found === undefined) return gates;
    const refused = new Set(found.refused);
    left = left.filter(({ of }) => !refused.has(of));
    gates.push(found);
  }
}

function isOfHeader([feature, kind]: readonly [string, ConditionKind]): boolean {
  if (!/\bheaders\b/.test(feature)) return false;
  return kind === 'state' || kind === 'ended' || (!/ == ["\d]/.test(feature) && rankOf(kind) < rankOf('after'));
}

function isChange({ exchange }: Observation): boolean {
  return exchange.entry.method !== 'GET';
}

function not(condition: string): string {
  const [, present] = /^(\S+) != null$/.exec(condition) ?? [];
  return present === undefined ? `!(${condition})` : `${present} == null`;
}

/** Returns the requests with the same error status, if most operations return it. */
function gateOf(
  rows: readonly Row[],
  kind: ConditionKind,
): { readonly refused: Observation[]; readonly without: Set<string> } | undefined {
  const operations = [...groupBy(rows, ({ id }) => id)].map(([id, own]) => ({
    ...{ id, own },
    statuses: new Set(own.map(({ of }) => of.exchange.entry.status)),
  }));
  const [[status] = [undefined]] = countValues(operations.flatMap(({ statuses }) => [...statuses]));
  const isRefusing = ({ statuses }: (typeof operations)[number]) => statuses.size === 1 && statuses.has(Number(status));
  const refusing = operations.filter(isRefusing);
  const refused = refusing.flatMap(({ own }) => own.map(({ of }) => of));
  const without = new Set(operations.filter((each) => !isRefusing(each)).map(({ id }) => id));
  // After a sign-out, every request with the credential is rejected.
  const isEnd = kind === 'ended';
  const isGate =
    Number(status) >= 400 &&
    (!isEnd || status === 401) &&
    refusing.length >= leastOperations &&
    refusing.length > 2 * without.size;
  return isGate && refused.length >= (isEnd ? leastOperations : leastRefusals) ? { refused, without } : undefined;
}
