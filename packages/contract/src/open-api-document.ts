/** A JSON Schema (dialect 2020-12) as used in OpenAPI 3.1. */
export type JsonSchema = boolean | { [keyword: string]: unknown };

/**
 * An OpenAPI 3.1 document. It is loosely typed, because descriptions come from third parties. Readers check each part.
 */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; [field: string]: unknown };
  paths?: Record<string, unknown>;
  webhooks?: Record<string, unknown>;
  components?: Record<string, unknown>;
  [field: string]: unknown;
}
