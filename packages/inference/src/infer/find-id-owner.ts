import { listPathParameters, type SchemaReader } from '@understudy/model';

/** Finds the path parameter whose description identifies it as the `id` of a response, such as "ID of the page". */
export function findIdOwner(schemas: SchemaReader, schema: unknown, path: string): string | undefined {
  const { description } = schemas.chosen(schemas.member(schema, 'id')).keywords;
  if (description === undefined) return undefined;
  return listPathParameters(path).find((name) => {
    const word = /^\w+(?=_id$|Id$)/.exec(name)?.[0];
    return word !== undefined && new RegExp(`\\bid (?:of|for) (?:the|an?) ${word}\\b`, 'i').test(String(description));
  });
}
