import { membersOf, readReference } from '@understudy/contract';

/** The supported part of a JSON Schema without references. `true` accepts any value. */
export interface InlinedSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: InlinedSchema | boolean;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, InlinedSchema | boolean>>;
  readonly patternProperties?: Readonly<Record<string, InlinedSchema | boolean>>;
  readonly additionalProperties?: InlinedSchema | boolean;
  readonly oneOf?: readonly (InlinedSchema | boolean)[];
  readonly anyOf?: readonly (InlinedSchema | boolean)[];
  readonly contentMediaType?: string;
}

type Inlined = InlinedSchema | boolean;

const annotations = new Set(['description', 'example', 'examples', 'title', 'deprecated', '$comment']);
const literals = new Set(['enum', 'const', 'default', 'required']);

/** Maximum number of objects in an inlined schema. The rest of a larger schema accepts any value. */
const mostNodes = 5000;

/** Inlines all $refs of a schema and removes annotations. */
export function inlineSchema(document: unknown, schema: unknown): InlinedSchema {
  return toSchemaObject(inline({ document, left: mostNodes }, schema, []));
}

export function toSchemaObject(schema: Inlined | undefined): InlinedSchema {
  return typeof schema === 'object' ? schema : {};
}

export function listTypes({ type = [] }: InlinedSchema): readonly string[] {
  return typeof type === 'string' ? [type] : type;
}

interface Inlining {
  readonly document: unknown;
  left: number;
}

function inline(inlining: Inlining, schema: unknown, open: readonly string[]): Inlined {
  if (typeof schema !== 'object' || schema === null) return schema !== false;
  inlining.left -= 1;
  if (inlining.left < 0) return true;
  const { $ref: reference, ...rest }: Record<string, unknown> = { ...schema };
  if (typeof reference === 'string') {
    // A recursive schema accepts any value at its recursion.
    if (open.includes(reference)) return true;
    const meant = inline(inlining, readReference(inlining.document, reference), [...open, reference]);
    return merge(meant, inline(inlining, rest, open));
  }
  const inlined: Record<string, unknown> = {};
  let parts: readonly unknown[] | undefined;
  for (const [keyword, value] of Object.entries(rest)) {
    if (annotations.has(keyword) || keyword.startsWith('x-')) continue;
    if (keyword === 'allOf' && Array.isArray(value)) parts = value;
    else if (keyword === 'properties') inlined['properties'] = inlineMembers(inlining, value, open);
    else if (literals.has(keyword)) inlined[keyword] = value;
    else if (Array.isArray(value)) inlined[keyword] = value.map((part) => inlineValue(inlining, part, open));
    else inlined[keyword] = inlineValue(inlining, value, open);
  }
  return (parts ?? []).map((part) => inline(inlining, part, open)).reduce(merge, inlined);
}

/** Inlines a value. Values such as limits and types stay unchanged. */
function inlineValue(inlining: Inlining, value: unknown, open: readonly string[]): unknown {
  return typeof value === 'object' && value !== null ? inline(inlining, value, open) : value;
}

function inlineMembers(inlining: Inlining, members: unknown, open: readonly string[]): Record<string, Inlined> {
  return Object.fromEntries(
    Object.entries(membersOf(members)).map(([name, part]) => [name, inline(inlining, part, open)]),
  );
}

function merge(one: Inlined, other: Inlined): Inlined {
  if (typeof one !== 'object' || typeof other !== 'object') return typeof one === 'object' ? one : other;
  return {
    ...one,
    ...other,
    ...(one.properties || other.properties ? { properties: { ...one.properties, ...other.properties } } : {}),
    ...(one.required || other.required ? { required: [...(one.required ?? []), ...(other.required ?? [])] } : {}),
  };
}
