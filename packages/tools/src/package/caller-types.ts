import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

/** Returns the types for callers of an API. They can omit members and parameters that have a default. */
export async function generateCallerTypes(document: object): Promise<string> {
  return astToString(await openapiTS(document as OpenAPI3, { defaultNonNullable: false, silent: true }));
}
