import { resolveReference } from '@understudy/contract';
import { type FoundResource, isSameSchema, lastSegment, type Resource } from '@understudy/model';
import type { OperationSurvey } from './survey.js';

/** Links a collection without item paths to the resource that has them: `/users/{id}/notes` creates `/notes/{id}`. */
export function linkToItemPaths(
  survey: OperationSurvey,
  found: Map<string, FoundResource>,
): Map<string, FoundResource> {
  const { schemas } = survey;
  const placed = new Map<Resource, Resource>();
  const result = new Map(found);
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
    const own = placedAt[0] ?? others.find((other) => lastSegment(other.resource.shape) === word) ?? others[0];
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

/** Returns the address of a new entity in the examples of its creation. */
function addressOf({ byShape, schemas }: OperationSurvey, shape: string): string | undefined {
  const creates = byShape.get(shape)?.get('POST');
  const response = creates?.responses.find(({ key }) => key.startsWith('2'));
  const [, header] = Object.entries(response?.headers ?? {}).find(([name]) => /^location$/i.test(name)) ?? [];
  const { example, schema } = Object(resolveReference(Object(schemas.document), header));
  const shown = [example, Object(schema).example, Object(schema).examples?.[0]];
  return shown.find((each) => typeof each === 'string' && each.startsWith('http') && each.length < 1000);
}
