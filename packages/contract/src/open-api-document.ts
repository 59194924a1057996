/** A JSON Schema of dialect 2020-12 as OpenAPI 3.1 uses it. */
export type JsonSchema = boolean | { [keyword: string]: unknown };

/** An OpenAPI 3.1 document. Typed loosely, because descriptions are foreign, so readers check each part. */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; [field: string]: unknown };
  paths?: Record<string, unknown>;
  webhooks?: Record<string, unknown>;
  components?: Record<string, unknown>;
  [field: string]: unknown;
}
