import type { Ajv2020 } from 'ajv/dist/2020.js';
import { closeChildren } from './close-schema.js';
import { decodePercent } from './decode-text.js';
import { encodeFragment, joinPointer, parsePointer, readPointer, resolveReference } from './json-pointer.js';
import { haveExactNumbers } from './numbers/exact-number.js';
import { containsExactNumber } from './numbers/stringify-json.js';
import { isObject } from './objects.js';
import type { JsonSchema, OpenApiDocument } from './open-api-document.js';
import type { ValidationMode } from './schema-types.js';
import { copyWithSources } from './source-locations.js';
import { stepKeyword } from './validation-steps.js';
import { walkDocument } from './walk-document.js';

const root = 'contract:';

/** The keyword that excludes a property from requests or responses. */
const foreign: Readonly<Record<ValidationMode, string | undefined>> = {
  request: 'readOnly',
  response: 'writeOnly',
  plain: undefined,
};

/**
 * The referenced schemas of a document. Each schema gets its own address in Ajv on first use, so that unused schemas
 * cost nothing.
 */
export class SchemaRegistry {
  private readonly byAddress = new Map<string, Record<string, unknown>>();
  private readonly ajvs = new Set<Ajv2020>();

  constructor(
    private readonly document: OpenApiDocument,
    private readonly mode: ValidationMode,
  ) {}

  fill(ajv: Ajv2020): void {
    this.ajvs.add(ajv);
    for (const [address, schema] of this.byAddress) ajv.addSchema(schema, address);
  }

  forget(ajv: Ajv2020): void {
    this.ajvs.delete(ajv);
  }

  /** Rewrites the references of a schema in place to addresses of this registry, and registers their targets. */
  adopt<Schema extends JsonSchema>(schema: Schema): Schema {
    walkDocument('schema', schema, '', (_kind, node) => {
      if (typeof node.$ref === 'string' && node.$ref.startsWith('#')) node.$ref = this.place(node.$ref);
      // Ajv writes defaults into its generated code, which supports only doubles.
      if (haveExactNumbers() && containsExactNumber(node.default)) delete node.default;
      relaxRequired(this.document, node, this.mode);
    });
    return schema;
  }

  resolve(reference: string): unknown {
    const [address = '', fragment = ''] = reference.split('#', 2);
    return readPointer(this.byAddress.get(address), decodeURIComponent(fragment));
  }

  /** @returns the address of an internal reference */
  private place(reference: string): string {
    const fragment = reference.slice(1);
    const tokens = parsePointer(decodePercent(fragment) ?? fragment);
    const isComponent = tokens[0] === 'components' && tokens.length >= 3;
    const own = isComponent ? tokens.slice(0, 3) : tokens;
    const address = `${root}${encodeFragment(joinPointer('', ...own))}`;
    if (!this.byAddress.has(address)) {
      const schema = readPointer(this.document, joinPointer('', ...own));
      // Ajv reports missing schemas.
      if (schema !== undefined) {
        this.put(address, isObject(schema) ? copyWithSources(schema) : schema === false ? { not: {} } : {}, own);
      }
    }
    const rest = tokens.slice(own.length);
    return rest.length === 0 ? address : `${address}#${encodeFragment(joinPointer('', ...rest))}`;
  }

  private put(address: string, schema: Record<string, unknown>, tokens: readonly string[]): void {
    // Added first, because targets can refer to it.
    this.byAddress.set(address, schema);
    if (this.mode === 'response' && tokens[1] === 'schemas') closeChildren(this.document, schema);
    this.adopt(schema);
    schema[stepKeyword] = true;
    for (const ajv of this.ajvs) ajv.addSchema(schema, address);
  }
}

/**
 * Makes read-only properties optional in requests and write-only ones in responses, as OpenAPI requires. Changes the
 * schema in place.
 */
function relaxRequired(document: unknown, schema: Record<string, unknown>, mode: ValidationMode): void {
  const { required, properties } = schema;
  const mark = foreign[mode];
  if (mark === undefined || !Array.isArray(required) || !isObject(properties)) return;
  const kept = required.filter((name) => {
    const property = properties[String(name)];
    return !(isObject(property) && (property[mark] === true || resolveReference(document, property)?.[mark] === true));
  });
  if (kept.length < required.length) schema.required = kept;
}
