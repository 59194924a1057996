import { membersOf, resolveReference } from '@understudy/contract';
import {
  type FoundResource,
  findEntity,
  isSameSchema,
  lastSegment,
  listPathParameters,
  parentPath,
  type Resource,
} from '@understudy/model';
import { isStoredAt, referenceTo } from './paths-below.js';
import { purposeOf } from './purpose-of.js';
import { nameOf, writableBy } from './single-at.js';
import type { OperationSurvey } from './survey.js';

/**
 * Links a collection without item paths to the resource with these paths: `/users/{id}/notes` creates `/notes/{id}`.
 */
export function linkToItemPaths(
  survey: OperationSurvey,
  own: ReadonlyMap<string, FoundResource>,
): Map<string, FoundResource> {
  const { schemas } = survey;
  const found = new Map(
    [...own, ...itemsOfActions(survey, own)].filter(([shape]) => !isShownBelow(survey, own, shape)),
  );
  const placed = new Map<Resource, Resource>();
  const result = new Map(found);
  for (const [shape, { resource }] of creationsElsewhere(survey, found)) {
    const sent = writableBy(survey, [survey.byShape.get(shape)?.get('POST')], lastSegment(shape));
    const before = placed.get(resource) ?? resource;
    const whole = { ...before, kept: true, writable: new Map([...before.writable, ...sent]) };
    placed.set(resource, whole);
    result.set(shape, { item: undefined, creates: true, resource: whole, elsewhere: whole });
  }
  for (const [shape, each] of found) {
    const { resource, item } = each;
    if (item !== undefined || resource.single || !resource.kept) continue;
    const others = [...found.values()].filter(
      (other) =>
        other.item !== undefined &&
        other.resource.key !== undefined &&
        other.resource.parents <= resource.parents &&
        isSameSchema(schemas, other.resource.schema, resource.schema),
    );
    const word = lastSegment(shape);
    const address = addressOf(survey, shape);
    const placedAt = [...found.values()].filter(
      (other) =>
        other.item !== undefined &&
        other.resource.parents <= resource.parents &&
        address !== undefined &&
        new RegExp(`^https?://[^/]+${other.item.replaceAll('.', '\\.').replaceAll('{}', '[^/]+')}$`).test(address),
    );
    const named = others.filter((other) => lastSegment(other.resource.shape) === word);
    const own = placedAt[0] ?? nearest(named, shape) ?? others[0];
    if (own === undefined) continue;
    const parts = own.resource.shape.split('/{}');
    const isBelow = own.resource.parents === 0 || shape.startsWith(parts.slice(0, -1).join('/{}'));
    const kept = own.resource.kept || isBelow;
    const writable = new Map([...resource.writable, ...own.resource.writable]);
    const whole = placed.get(own.resource) ?? { ...own.resource, kept, writable };
    placed.set(own.resource, whole);
    result.set(shape, { ...each, resource: whole, elsewhere: whole });
  }
  for (const [shape, each] of result) {
    const whole = placed.get(each.resource);
    if (whole !== undefined) result.set(shape, { ...each, resource: whole });
  }
  return result;
}

/**
 * True if a child path only reads the records of a stored collection that refer to the parent: `/teams/{id}/rooms` and
 * `/rooms`.
 */
function isShownBelow({ schemas, byShape }: OperationSurvey, found: ReadonlyMap<string, FoundResource>, shape: string) {
  const { item, resource } = found.get(shape) ?? {};
  const owner = found.get(parentPath(parentPath(shape)))?.resource;
  if (item === undefined || resource === undefined || owner === undefined || resource.kept) return false;
  const methods = [shape, item].flatMap((each) => [...(byShape.get(each)?.values() ?? [])]);
  if (!methods.every(({ method }) => method === 'GET')) return false;
  const parameters = listPathParameters(methods[0]?.operation.path ?? '');
  return [...found.values()].some(
    ({ resource: other, item: path }) =>
      path !== undefined &&
      other.parents === 0 &&
      isStoredAt(other, lastSegment(shape)) &&
      isSameSchema(schemas, other.schema, resource.schema) &&
      referenceTo(schemas, other, owner, parameters) !== undefined,
  );
}

/**
 * Finds items that only actions or changes use: `/leases/{id}/payments` creates the records of `/payments/{id}/refund`.
 */
function itemsOfActions(
  { byShape }: OperationSurvey,
  found: ReadonlyMap<string, FoundResource>,
): Map<string, FoundResource> {
  const items = new Map<string, FoundResource>();
  for (const [shape, { item, resource }] of found) {
    if (item !== undefined || resource.single || !resource.kept || resource.parents === 0) continue;
    const word = lastSegment(shape);
    for (const [path, methods] of byShape) {
      const at = `${path}/`.indexOf(`/${word}/{}/`);
      const bare = path.slice(0, at + word.length + 1);
      if (at === -1 || path.slice(0, at).includes('{}') || !shape.startsWith(path.slice(0, at))) continue;
      const [first] = methods.values();
      if (found.has(bare) || first === undefined) continue;
      const [parameter] = listPathParameters(first.operation.path);
      const pathSchema = first.operation.parameters.find(
        ({ name, in: place }) => place === 'path' && name === parameter,
      )?.schema;
      const placed = { ...resource, name: nameOf(bare), shape: bare, parents: 0, ...(pathSchema && { pathSchema }) };
      items.set(bare, { item: `${bare}/{}`, resource: placed });
    }
  }
  return items;
}

/** Returns the resource whose path has the longest common start with a path. */
function nearest(all: readonly FoundResource[], shape: string): FoundResource | undefined {
  const parts = shape.split('/');
  const common = ({ resource }: FoundResource) => {
    const own = resource.shape.split('/');
    const end = parts.findIndex((part, index) => part !== own[index]);
    return end === -1 ? parts.length : end;
  };
  return [...all].sort((one, other) => common(other) - common(one))[0];
}

/** Finds creations at paths without a list or a read, from the component that they return. */
function creationsElsewhere({ schemas, byShape }: OperationSurvey, found: ReadonlyMap<string, FoundResource>) {
  const items = [...found.values()].flatMap(({ item }) => item ?? []);
  return [...byShape].flatMap(([shape, methods]): [string, FoundResource][] => {
    const creates = methods.get('POST');
    if (creates?.answers === undefined || methods.has('GET') || found.has(shape) || items.includes(shape)) return [];
    const purpose = purposeOf(creates);
    const isStored = purpose === 'create' || (purpose === undefined && creates.takes !== undefined);
    const isNew = purpose === 'act' && creates.takes !== undefined && creates.operation.statuses.includes('201');
    if (!isStored && !isNew) return [];
    const shown = [creates.answers, findEntity(schemas, creates.answers, lastSegment(shape))?.schema];
    const same = shown.map((each) =>
      [...found.values()].filter(
        ({ item, resource }) =>
          item !== undefined && resource.key !== undefined && isSameSchema(schemas, each, resource.schema),
      ),
    );
    const [own, another] = same.find((all) => all.length > 0) ?? [];
    if (own === undefined || another !== undefined || shape.startsWith(`${own.item}/`)) return [];
    // "Reserve a book" with `POST /books/{id}/reservations`
    if (!isStored && lastSegment(shape) !== lastSegment(own.resource.shape)) return [];
    const above = own.resource.shape.slice(0, own.resource.shape.lastIndexOf('{}') + 2);
    return own.resource.parents === 0 || shape.startsWith(above) ? [[shape, own]] : [];
  });
}

/** Returns the URL of a new entity in the examples of its creation. */
function addressOf({ byShape, schemas }: OperationSurvey, shape: string): string | undefined {
  const creates = byShape.get(shape)?.get('POST');
  const response = creates?.responses.find(({ key }) => key.startsWith('2'));
  const [, header] = Object.entries(response?.headers ?? {}).find(([name]) => /^location$/i.test(name)) ?? [];
  const { example, schema } = membersOf(resolveReference(schemas.document, header));
  const { example: own, examples } = membersOf(schema);
  const shown = [example, own, Array.isArray(examples) ? examples[0] : undefined];
  return shown.find((each) => typeof each === 'string' && each.startsWith('http') && each.length < 1000);
}
