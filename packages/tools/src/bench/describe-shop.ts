/** Returns the OpenAPI description of collections of things with six operations each. */
export function describeShop(collections: number): unknown {
  const fields = {
    name: { type: 'string' },
    price: { type: 'number' },
    createdAt: { type: 'string', format: 'date-time' },
  };
  const paths: Record<string, unknown> = {};
  const schemas: Record<string, unknown> = {};
  for (let number = 0; number < collections; number += 1) {
    const $ref = `#/components/schemas/Thing${number}`;
    const body = { content: { 'application/json': { schema: { $ref } } } };
    const list = { content: { 'application/json': { schema: { type: 'array', items: { $ref } } } } };
    const answer = (status: string, content: object) => ({
      responses: { [status]: { description: 'Done', ...content } },
    });
    const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
    const one = `/things-${number}/{id}`;
    schemas[`Thing${number}`] = { type: 'object', required: ['id'], properties: { id: { type: 'string' }, ...fields } };
    paths[`/things-${number}`] = { get: answer('200', list), post: { requestBody: body, ...answer('201', body) } };
    paths[one] = {
      parameters,
      get: answer('200', body),
      put: { requestBody: body, ...answer('200', body) },
      patch: { requestBody: body, ...answer('200', body) },
      delete: answer('204', {}),
    };
  }
  return { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths, components: { schemas } };
}
