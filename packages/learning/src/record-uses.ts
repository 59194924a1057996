import { toKeyText } from '@understudy/described';
import { type ApiPlan, getMember, listPathParameters, type OperationStatement, remember } from '@understudy/model';
import { readPathParameters, splitSegment } from './find-paths.js';
import { type Guess, guessUse, isOfOwner } from './guess-use.js';
import { keysShown, type RecordLookup, type RecordReader, type RecordUse, recordsIn, scalarsOf } from './record-use.js';
import { isDone, type RecordedExchange, type RecordedOperation } from './recorded-exchange.js';

/** Finds how operations use records, from their paths, or otherwise from the keys in recorded responses. */
export function findRecordUses(operations: readonly RecordedOperation[], plan: ApiPlan): Map<string, RecordUse> {
  const owners = new Map<string, Set<string>>();
  const members = new Map<string, Set<string>>();
  const own = (use: RecordUse, exchanges: readonly RecordedExchange[], path: string) => {
    for (const key of exchanges.flatMap((each) => keysShown(use, each, path)))
      remember(owners, key, () => new Set<string>()).add(use.resource);
    for (const name of membersShown(use, exchanges)) remember(members, use.resource, () => new Set<string>()).add(name);
  };
  /** Returns whether records share most of their members with a resource. */
  const isAlike = (shown: ReadonlySet<string>, resource: string) => {
    const known = members.get(resource) ?? new Set();
    const common = [...shown].filter((name) => known.has(name)).length;
    return shown.size === 0 || common * 2 >= shown.size + known.size - common;
  };
  const found = new Map<string, RecordUse>();
  /** Resources whose records other operations access at a separate path, with the name of the resource there. */
  const same = new Map<string, string>();
  const unknown: { readonly operation: RecordedOperation; readonly guess: Guess }[] = [];
  const stated = new Map(
    operations.flatMap((operation) => {
      const use = statedUse(plan, operation);
      return use === undefined || isOfOwner(use, operation) ? [] : [[operation.id, use] as const];
    }),
  );
  const named = new Set(
    operations.flatMap(({ path, exchanges }) =>
      exchanges.flatMap((each) => Object.values(readPathParameters(path, each.path))),
    ),
  );
  const ofCollections = new Set(
    [...stated.values()].flatMap(({ does, resource }) => (does === 'create' || does === 'list' ? [resource] : [])),
  );
  for (const operation of operations) {
    const use = stated.get(operation.id);
    const exchanges = operation.exchanges.filter(isDone);
    // If no operation creates or lists a resource, its records can belong to another resource.
    const guess = use !== undefined && !ofCollections.has(use.resource) ? use : undefined;
    if (use !== undefined && guess === undefined) {
      found.set(operation.id, use);
      own(use, exchanges, operation.path);
    } else {
      const guessed = guess ?? (exchanges.length === 0 ? undefined : guessUse(operation, exchanges, named));
      if (guessed !== undefined) unknown.push({ operation, guess: guessed });
    }
  }
  // Records of a child resource can also have a path of their own.
  const keysOf = (resource: string) => [...owners].flatMap(([key, names]) => (names.has(resource) ? key : []));
  for (const inner of ofCollections)
    for (const outer of ofCollections) {
      const isNamed = inner.split('.').at(-1) === outer.split('.').at(-1) && inner.length > outer.length;
      const [all, both] = isNamed
        ? [keysOf(outer), keysOf(outer).filter((key) => owners.get(key)?.has(inner))]
        : [[], []];
      if (both.length > 1 && both.length * 2 >= all.length && isAlike(members.get(inner) ?? new Set(), outer))
        same.set(inner, outer);
    }
  // Process lists and reads first, because creations can then use the resources that they name.
  unknown.sort((one, other) => rankOf(one.guess) - rankOf(other.guess));
  for (const { operation, guess } of unknown) {
    const exchanges = operation.exchanges.filter(isDone);
    const keys = new Set(exchanges.flatMap((each) => keysShown(guess, each, operation.path)));
    const counts = new Map<string, number>();
    // Small integers can be keys of several resources.
    const isNumber = [...keys].every((each) => /^\d{1,6}$/.test(each));
    const shown = membersShown(guess, exchanges);
    for (const key of keys)
      for (const name of owners.get(key) ?? [])
        if (!isNumber || isAlike(shown, name)) counts.set(name, (counts.get(name) ?? 0) + 1);
    const [[best, count] = ['', 0]] = [...counts].sort(([, one], [, other]) => other - one);
    const isKnown = count > 0 && (count * 2 >= keys.size || !isNumber);
    const ofDescription = stated.get(operation.id);
    if (ofDescription !== undefined) {
      found.set(operation.id, ofDescription);
      if (isKnown) same.set(best, ofDescription.resource);
      else own(ofDescription, exchanges, operation.path);
      continue;
    }
    if (!isKnown && ['act', 'update', 'replace', 'delete'].includes(guess.does)) continue;
    const resource = isKnown ? best : nameOf(operation.path, plan);
    const key = [...found.values()].find((each) => isKnown && each.resource === best)?.key ?? guess.key;
    const use: RecordUse = { ...guess, resource, key, isLearned: true };
    found.set(operation.id, use);
    own(use, exchanges, operation.path);
  }
  const renamed = (use: RecordUse): RecordUse => {
    const resource = same.get(use.resource);
    return resource === undefined ? use : { ...use, resource, isLearned: true };
  };
  const all = new Map([...found].map(([id, use]) => [id, renamed(use)]));
  const sights = operations.flatMap(({ id, path, exchanges }) => {
    const use = all.get(id);
    const done = use === undefined ? [] : exchanges.filter(isDone);
    return done.flatMap((each) =>
      use === undefined
        ? []
        : keysShown(use, each, path).map((key) => ({ id, use, name: `${use.resource} ${key}`, at: each.index })),
    );
  });
  sights.sort((one, other) => one.at - other.at);
  for (const { id, use, name, at } of sights) {
    const isNew = sights.some(
      (each) =>
        each.id === id && !sights.some(({ name: other, at: before }) => other === each.name && before < each.at),
    );
    if (use.does === 'create' && use.isLearned && !isNew) all.delete(id);
    const next = use.does === 'delete' ? sights.find((each) => each.name === name && each.at > at) : undefined;
    // A record that appears after its deletion was only changed.
    if (next?.use.does === 'read' || next?.use.does === 'list') all.set(id, { ...use, does: 'act', isLearned: true });
  }
  return all;
}

/** Returns the statement about an operation whose use was learned. */
export function stateUse(
  use: RecordUse,
  { path, exchanges }: RecordedOperation,
  read: RecordReader,
  known: RecordLookup,
): OperationStatement {
  const { does, resource, parameter } = use;
  const under = does === 'list' ? Object.entries(membersOfPath(path, exchanges, use, { read, known })) : [];
  return {
    [does]: resource,
    ...(parameter === undefined ? {} : { key: `path.${parameter}` }),
    ...(use.in === '' || does === 'act' ? {} : { in: use.in }),
    ...(under.length === 0 ? {} : { under: Object.fromEntries(under) }),
  };
}

/** Returns the members that equal a path parameter in all items of the lists. */
function membersOfPath(
  path: string,
  exchanges: readonly RecordedExchange[],
  use: RecordUse,
  { read, known }: { readonly read: RecordReader; readonly known: RecordLookup },
): Record<string, string> {
  const rows = exchanges.flatMap((each) =>
    read(use, each).map(([key, record]) => ({
      record: { ...known(use.resource, key), ...record },
      given: readPathParameters(path, each.path),
    })),
  );
  return Object.fromEntries(
    listPathParameters(path).flatMap((name) => {
      const member = scalarsOf(rows[0]?.record ?? {}).find(([at]) =>
        rows.every(({ record, given }) => toKeyText(getMember(record, at)) === given[name]),
      );
      return member === undefined ? [] : [[member[0], `path.${name}`]];
    }),
  );
}

function membersShown(
  use: Pick<RecordUse, 'does' | 'in' | 'key'>,
  exchanges: readonly RecordedExchange[],
): Set<string> {
  const shown = exchanges.flatMap((each) => (each.answer === undefined ? [] : recordsIn(use, each)));
  return new Set(shown.flatMap((record) => Object.keys(record)));
}

function rankOf({ does }: Guess): number {
  return ['list', 'read', 'create'].indexOf(does) >>> 0;
}

function statedUse({ operations }: ApiPlan, { id }: RecordedOperation): RecordUse | undefined {
  const { does, resource, key, wrapped = [], shows } = operations.get(id) ?? {};
  if (resource?.key === undefined || shows !== undefined || does === 'answer' || does === undefined) return undefined;
  // The recorded lists show what other requests create under a parent.
  const isMade = [...operations.values()].some((each) => each.does !== 'list' && each.resource === resource);
  if (resource.parents > 0 && !isMade) return undefined;
  const about = { resource: resource.name, key: resource.key, in: wrapped.join('.'), isLearned: false };
  return { does: does as RecordUse['does'], ...about, parameter: key?.in === 'path' ? key.name : undefined };
}

function nameOf(path: string, plan: ApiPlan): string {
  const words = path.split('/').filter((segment) => segment !== '' && !segment.includes('{'));
  const name = splitSegment(words.at(-1) ?? 'records')[0];
  return plan.resources.has(name) ? words.map((word) => splitSegment(word)[0]).join('.') : name;
}
