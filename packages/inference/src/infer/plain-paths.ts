import type { Operation } from '@understudy/contract';
import { lastSegment, parentPath, splitWords, toPathShape, toSingular } from '@understudy/model';
import { type Purpose, purposeInPath } from '../words/purposes.js';
import { isVerb } from '../words/verbs.js';

/** The equivalent path shape of an operation without verbs, and the corresponding method. */
export interface PlainPlace {
  readonly shape: string;
  readonly method: string;
  /** The effect of the verb in the path. */
  readonly purpose?: Purpose;
}

/** Methods that descriptions use for each verb in a path. */
const methods: Readonly<Record<Purpose, readonly string[]>> = {
  create: ['POST', 'PUT'],
  read: ['GET'],
  list: ['GET'],
  update: ['PATCH', 'PUT', 'POST'],
  delete: ['DELETE', 'POST', 'PUT'],
};

/**
 * Finds the equivalent path of each operation without verbs and versions: `POST /pets/create`, `GET /v2/pets/{id}` and
 * `POST /v1/pets/{id}/delete` belong to the same collection. An operation keeps its path if another operation already
 * has the equivalent path.
 */
export function findPlainPlaces(operations: readonly Operation[]): ReadonlyMap<Operation, PlainPlace> {
  const places = new Map(
    withoutVersions(operations).map(([operation, shape]): [Operation, PlainPlace] => [
      operation,
      { shape, method: operation.method },
    ]),
  );
  const taken = new Set([...places.values()].map(addressOf));
  const all = [...places.values()].map(({ shape }) => shape);
  const named = [...places].flatMap(([operation, { shape }]) => {
    const plain = withoutVerb(operation, shape) ?? ofSettings(operation, shape, all);
    return plain === undefined || taken.has(addressOf(plain)) ? [] : [[operation, plain] as const];
  });
  // Calls without a key in any path identify records in their bodies.
  const shapes = [...[...places.values()].map(({ shape }) => shape), ...named.map(([, { shape }]) => shape)];
  const collections = new Set(shapes.flatMap((shape) => (shape.endsWith('/{}') ? [parentPath(shape)] : [])));
  for (const { shape } of places.values()) collections.add(shape);
  for (const [operation, plain] of named) {
    const owner = plain.shape.replace(/\/\{\}(?:\/[^/{}]+)?$/, '');
    if (taken.has(addressOf(plain)) || !collections.has(owner)) continue;
    taken.add(addressOf(plain));
    places.set(operation, plain);
  }
  return places;
}

function addressOf({ method, shape }: PlainPlace): string {
  return `${method} ${shape}`;
}

/** Returns the path of the collection. */
function rootOf(shape: string): string {
  return shape.endsWith('/{}') ? parentPath(shape) : shape;
}

/** Returns the equivalent path for a path that ends in a verb, or in a verb before a key. */
function withoutVerb({ method }: Operation, shape: string): PlainPlace | undefined {
  const isBefore = shape.endsWith('/{}');
  const path = rootOf(shape);
  const [around, verb] = [parentPath(path), lastSegment(path)];
  if (around === '' || verb.includes('{') || (isBefore && around.endsWith('{}'))) return undefined;
  const isOne = isBefore || around.endsWith('/{}');
  const noun = toSingular(splitWords(lastSegment(isOne && !isBefore ? rootOf(around) : around)).at(-1) ?? '');
  const [first = '', ...others] = splitWords(verb);
  const purpose = purposeInPath(first);
  const isBare = others.every((word) => toSingular(word) === noun || ['by', 'id', 'new', 'one'].includes(word));
  // `POST /docs/cancel/{id}` acts on a single record.
  if (purpose === undefined && isBefore && method !== 'GET' && isVerb(first) && isBare)
    return { shape: `${around}/{}/${verb}`, method };
  if (purpose === undefined || !isBare || !methods[purpose].includes(method)) return undefined;
  if (isOne === (purpose === 'create' || purpose === 'list')) return undefined;
  const plain = purpose === 'create' ? 'POST' : purpose === 'read' || purpose === 'list' ? 'GET' : undefined;
  const change = purpose === 'delete' ? 'DELETE' : method === 'POST' ? 'PATCH' : method;
  return { shape: isBefore ? `${around}/{}` : around, method: plain ?? change, purpose };
}

/** Returns the equivalent path for a change with a verb under a resource that exists once: `POST /settings/edit`. */
function ofSettings({ method }: Operation, shape: string, all: readonly string[]): PlainPlace | undefined {
  const around = parentPath(shape);
  const isChange = purposeInPath(lastSegment(shape)) === 'update' && methods.update.includes(method);
  if (!isChange || !all.includes(around) || all.some((each) => each.startsWith(`${around}/{}`))) return undefined;
  return { shape: around, method: method === 'POST' ? 'PATCH' : method, purpose: 'update' };
}

/** Returns the path shapes, with the same version for paths that differ only in their version. */
function withoutVersions(operations: readonly Operation[]): (readonly [Operation, string])[] {
  const shapes = operations.map((operation) => [operation, toPathShape(operation.path)] as const);
  const versions = new Map<string, Set<string>>();
  const clashing = new Set<string>();
  const seen = new Map<string, string>();
  for (const [{ method }, shape] of shapes) {
    const [bare, version] = splitVersion(shape);
    if (version === undefined) continue;
    const address = `${method} ${bare}`;
    if ((seen.get(address) ?? version) !== version) clashing.add(bare);
    seen.set(address, version);
    const root = rootOfVersions(bare);
    versions.set(root, (versions.get(root) ?? new Set()).add(version));
  }
  return shapes.map(([operation, shape]) => {
    const [bare, version] = splitVersion(shape);
    const [first = version] = [...(versions.get(rootOfVersions(bare)) ?? [])].sort();
    const isClashing = [...clashing].some((other) => bare === other || bare.startsWith(`${other}/`));
    if (version === undefined || first === version || isClashing) return [operation, shape];
    return [operation, bare.replace('*', first ?? version)];
  });
}

/** Splits a path into its version and the path with a star in place of the version. */
function splitVersion(shape: string): readonly [bare: string, version?: string] {
  const [, version] = /^(?:\/[^/{}]+)?\/(v\d+(?:\.\d+)*)(?=\/)/i.exec(shape) ?? [];
  return version === undefined ? [shape] : [shape.replace(`/${version}/`, '/*/'), version];
}

function rootOfVersions(bare: string): string {
  return bare.slice(0, bare.indexOf('*')) + (bare.slice(bare.indexOf('*')).split('/')[1] ?? '');
}
