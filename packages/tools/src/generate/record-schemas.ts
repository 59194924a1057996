import { readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import ts from 'typescript';

type Schema = Record<string, unknown>;

/**
 * Generates JSON Schemas of each API's stored records from the collection types in its `entities.ts` files, by package
 * and collection.
 *
 * @param generated contents of files that may not exist yet, by path
 */
export function recordSchemas(generated: ReadonlyMap<string, string>): ReadonlyMap<string, Record<string, Schema>> {
  const { config } = ts.readConfigFile('tsconfig.base.json', ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, process.cwd());
  const host = ts.createCompilerHost(options);
  const generatedAt = (file: string) => generated.get(relative(process.cwd(), resolve(file)));
  const { readFile, fileExists } = host;
  host.readFile = (file) => generatedAt(file) ?? readFile(file);
  host.fileExists = (file) => generatedAt(file) !== undefined || fileExists(file);
  // The folders of generated files may not exist yet either.
  host.directoryExists = () => true;
  const packages = readdirSync('packages').filter((name) => name.startsWith('simulator-'));
  const files = packages.flatMap((name) =>
    readdirSync(join('packages', name, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('entities.ts'))
      .map((file) => join('packages', name, 'src', file)),
  );
  const program = ts.createProgram(files, options, host);
  const reader = new SchemaReader(program.getTypeChecker());
  const schemas = new Map(packages.map((name) => [name, {} as Record<string, Schema>]));
  for (const file of files) {
    const source = program.getSourceFile(file);
    const own = schemas.get(file.split('/')[1] ?? '');
    if (source !== undefined && own !== undefined) reader.readCollections(source, own);
  }
  return schemas;
}

class SchemaReader {
  constructor(private readonly checker: ts.TypeChecker) {}

  /** Adds the schemas of the collections that a file defines. */
  readCollections(node: ts.Node, schemas: Record<string, Schema>): void {
    if ((ts.isCallExpression(node) && ts.isIdentifier(node.expression)) || ts.isVariableDeclaration(node)) {
      const type = this.checker.getTypeAtLocation(node);
      const isCollection = ['PlainCollection', 'CollectionDefinition'].includes(type.symbol?.name);
      const [stored] = isCollection ? this.checker.getTypeArguments(type as ts.TypeReference) : [];
      const name = this.#nameOf(node);
      if (stored !== undefined && name !== undefined && !stored.isTypeParameter()) {
        const schema = this.#schemaOf(stored, []);
        const known = schemas[name];
        schemas[name] = known === undefined ? schema : { anyOf: [known, schema] };
      }
    }
    ts.forEachChild(node, (child) => this.readCollections(child, schemas));
  }

  /** Returns the name of a collection: the argument of `defineCollection`, here or in the called function. */
  #nameOf(node: ts.CallExpression | ts.VariableDeclaration): string | undefined {
    if (ts.isVariableDeclaration(node)) return node.initializer?.getText() === 'jobRecords' ? 'jobs' : undefined;
    const [argument] = node.arguments;
    if (argument !== undefined && ts.isStringLiteral(argument)) return argument.text;
    const called = this.checker.getResolvedSignature(node)?.declaration?.getText() ?? '';
    return /defineCollection<\w+>\('([^']+)'\)/.exec(called)?.[1];
  }

  #schemaOf(type: ts.Type, above: readonly ts.Type[]): Schema {
    // A recursive type is checked once.
    if (above.includes(type)) return {};
    const inside = [...above, type];
    const { flags } = type;
    if (type.isLiteral()) return { const: type.value };
    if (flags & ts.TypeFlags.BooleanLiteral) return { const: this.checker.typeToString(type) === 'true' };
    if (flags & ts.TypeFlags.Boolean) return { type: 'boolean' };
    if (flags & ts.TypeFlags.StringLike) return { type: 'string' };
    if (flags & ts.TypeFlags.NumberLike) return { type: 'number' };
    if (flags & ts.TypeFlags.Null) return { type: 'null' };
    if (type.isUnion()) return this.#unionOf(type, inside);
    if (!(flags & ts.TypeFlags.Object) && !type.isIntersection()) return {};
    if (this.checker.isTupleType(type)) {
      const items = this.checker.getTypeArguments(type as ts.TypeReference);
      return { type: 'array', prefixItems: items.map((item) => this.#schemaOf(item, inside)), items: false };
    }
    const item = this.checker.getIndexTypeOfType(type, ts.IndexKind.Number);
    if (this.checker.isArrayType(type) && item !== undefined)
      return { type: 'array', items: this.#schemaOf(item, inside) };
    return this.#objectOf(type, inside);
  }

  #unionOf({ types }: ts.UnionType, above: readonly ts.Type[]): Schema {
    const schemas = types
      .filter(({ flags }) => !(flags & ts.TypeFlags.Undefined))
      .map((each) => this.#schemaOf(each, above));
    const values = schemas.flatMap((schema) => ('const' in schema ? [schema['const']] : []));
    const others = schemas.filter((schema) => !('const' in schema));
    const isBoolean = values.includes(true) && values.includes(false);
    const listed = values.filter((value) => !isBoolean || typeof value !== 'boolean');
    const all = [
      ...others,
      ...(isBoolean ? [{ type: 'boolean' }] : []),
      ...(listed.length === 0 ? [] : [listed.length === 1 ? { const: listed[0] } : { enum: listed }]),
    ];
    return all.length === 1 ? (all[0] ?? {}) : { anyOf: all };
  }

  #objectOf(type: ts.Type, above: readonly ts.Type[]): Schema {
    const members = this.checker.getPropertiesOfType(type);
    const others = this.checker.getIndexTypeOfType(type, ts.IndexKind.String);
    const isOptional = ({ flags }: ts.Symbol) => (flags & ts.SymbolFlags.Optional) !== 0;
    const properties = members.map((member): [string, Schema] => {
      const description = ts.displayPartsToString(member.getDocumentationComment(this.checker));
      const schema = this.#schemaOf(this.checker.getTypeOfSymbol(member), above);
      const format = schema['type'] === 'string' ? formatOf(member.name) : {};
      return [member.name, { ...schema, ...format, ...(description === '' ? {} : { description }) }];
    });
    return {
      type: 'object',
      required: members.filter((member) => !isOptional(member)).map(({ name }) => name),
      properties: Object.fromEntries(properties),
      additionalProperties: others === undefined ? false : this.#schemaOf(others, above),
    };
  }
}

/** Stored instants and dates are ISO 8601 strings. */
function formatOf(name: string): Schema {
  if (/(?:^a|A|_a)t$/.test(name)) return { format: 'date-time' };
  return /(?:^d|D)ate$/.test(name) ? { format: 'date' } : {};
}
