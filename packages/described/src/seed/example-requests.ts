import { isObject, type Operation } from '@understudy/contract';
import type { Resource } from '@understudy/model';
import type { ApiRuntime } from '../handle/api-runtime.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The records in example requests of the operations that create them: examples of bodies, schemas and members.
 *
 * @param isMeant selects the operations; all by default
 */
export function listExampleRequests(
  { plan }: ApiRuntime,
  resource: Resource,
  isMeant: (operation: Operation) => boolean = () => true,
): readonly Fields[] {
  const creations = [...plan.operations.values()].filter(
    (each) => each.resource?.shape === resource.shape && each.does === 'create' && isMeant(each.operation),
  );
  return creations.flatMap(({ operation, node }) => {
    const body: unknown = isObject(node['requestBody']) ? node['requestBody']['content'] : undefined;
    const shown = Object.values(isObject(body) ? body : {}).flatMap((content) => {
      if (!isObject(content)) return [];
      const named = Object.values(isObject(content['examples']) ? content['examples'] : {});
      return [content['example'], ...named.map((each) => (isObject(each) ? each['value'] : undefined))];
    });
    const schemas = Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) => {
      const { keywords, properties } = plan.schemas.chosen(schema);
      const members = [...properties].flatMap(([name, property]) =>
        exampleOf(plan.schemas.chosen(property).keywords).map((value) => ({ [name]: value })),
      );
      return [...exampleOf(keywords), ...members];
    });
    return [...shown, ...schemas].filter(isObject);
  });
}

function exampleOf({ examples, example }: Fields): readonly unknown[] {
  return Array.isArray(examples) ? examples : [example];
}
