import {
  httpMethods,
  isObject,
  joinPointer,
  type OpenApiDocument,
  resolveReference,
  stringifyJson,
} from '@understudy/contract';
import type { DescriptionWarnings } from '@understudy/model';

type Node = Record<string, unknown>;

/** Declares every path parameter exactly once and as required, in place. */
export function normalizeParameters(
  document: OpenApiDocument,
  path: string,
  item: Node,
  warnings: DescriptionWarnings,
): void {
  const inPath = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const shared = listOf(document, item, joinPointer('/paths', path), warnings);
  for (const method of httpMethods) {
    const node = item[method];
    if (!isObject(node)) continue;
    const pointer = joinPointer('/paths', path, method);
    const warn = (message: string) => warnings.add('path-parameter', pointer, message);
    const own = listOf(document, node, pointer, warnings);
    const all = [...shared, ...own];
    for (const name of inPath) {
      if (all.some((parameter) => parameter.in === 'path' && parameter.name === name)) continue;
      warn(`The parameter ${name} of the path is not described; any string is accepted.`);
      own.push({ name, in: 'path', required: true, schema: { type: 'string' } });
    }
    const strange = own.filter(({ name, in: place }) => place === 'path' && !inPath.includes(String(name)));
    for (const { name } of strange) warn(`The path does not contain the parameter ${String(name)}; it is ignored.`);
    node.parameters = own.filter((parameter) => !strange.includes(parameter));
  }
  item.parameters = shared.filter(({ name, in: place }) => place !== 'path' || inPath.includes(String(name)));
}

function listOf(document: OpenApiDocument, node: Node, pointer: string, warnings: DescriptionWarnings): Node[] {
  const given: unknown[] = Array.isArray(node.parameters) ? node.parameters : [];
  return given.flatMap((each, index) => {
    const parameter = resolveReference(document, each);
    if (parameter === undefined || typeof parameter.name !== 'string') return [];
    if (parameter.name === '' || (parameter.in === 'header' && !/^[\w!#$%&'*+.^`|~-]+$/.test(parameter.name))) {
      const message = `A ${String(parameter.in)} parameter cannot be named ${stringifyJson(parameter.name)}; it is ignored.`;
      warnings.add('parameter-name', `${pointer}/parameters/${index}`, message);
      return [];
    }
    if (parameter.in === 'querystring') return membersOfQuery(document, parameter);
    // Security schemes read cookies.
    const repeated = isRepeated(document, parameter) ? { schema: { type: 'array', items: parameter.schema } } : {};
    return [{ ...parameter, ...repeated, ...(parameter.in === 'path' ? { required: true } : {}) }];
  });
}

/** A parameter such as `ids[]` can be repeated even if its schema describes a single value. */
function isRepeated(document: OpenApiDocument, { in: place, name, schema }: Node): boolean {
  const type = resolveReference(document, schema)?.['type'];
  return place === 'query' && String(name).endsWith('[]') && typeof type === 'string' && !/array|object/.test(type);
}

/** Splits a parameter for the whole query into one parameter per member. */
function membersOfQuery(document: OpenApiDocument, { content }: Node): Node[] {
  const entry = isObject(content) ? content['application/x-www-form-urlencoded'] : undefined;
  const schema = resolveReference(document, isObject(entry) ? entry.schema : undefined) ?? {};
  const required: unknown[] = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(isObject(schema.properties) ? schema.properties : {}).map(([name, property]) => {
    const isNested = resolveReference(document, property)?.['type'] === 'object';
    const style = isNested ? { style: 'deepObject' } : {};
    return { name, in: 'query', required: required.includes(name), schema: property, ...style };
  });
}
