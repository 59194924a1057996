import {
  copyWithSources,
  formMediaType,
  httpMethods,
  isObject,
  membersOf,
  resolveReference,
} from '@understudy/contract';

type Node = Record<string, unknown>;

const multipart = 'multipart/form-data';

/**
 * Rewrites the parts of an OpenAPI 2.0 description that the upgrade to 3.0 would lose, in place: forms, shared bodies,
 * list formats, and the media types that an operation produces.
 */
export function prepareUpgrade(document: Node): void {
  for (const response of Object.values(membersOf(document['responses']))) prepareHeaders(response);
  for (const item of Object.values(membersOf(document['paths']))) {
    if (!isObject(item)) continue;
    const shared = parametersOf(document, item);
    if (item['parameters'] !== undefined) item['parameters'] = shared.filter((each) => !isBody(each));
    for (const method of httpMethods) {
      const node = item[method];
      if (!isObject(node)) continue;
      const own = parametersOf(document, node);
      const isReplaced = (each: Node) =>
        own.some(({ name, in: place }) => place === each['in'] && name === each['name']);
      const bodies = [...shared.filter((each) => isBody(each) && !isReplaced(each)), ...own];
      const fields = bodies.filter((each) => each['in'] === 'formData');
      node['parameters'] = bodies.filter((each) => each['in'] !== 'formData');
      if (fields.length > 0)
        node['requestBody'] = toForm(fields, [node['consumes'] ?? document['consumes'] ?? []].flat());
      prepareResponses(document, node);
    }
  }
}

function isBody({ in: place }: Node): boolean {
  return place === 'body' || place === 'formData';
}

/** Returns the parameters of a path or an operation. Of the referenced parameters, only bodies are inlined. */
function parametersOf(document: Node, node: Node): Node[] {
  const given: unknown[] = Array.isArray(node['parameters']) ? node['parameters'] : [];
  return given.flatMap((each) => {
    const target = resolveReference(document, each);
    if (target === undefined) return [];
    noteFormat(target, target['in'] === 'query' ? ['csv', 'ssv', 'pipes', 'multi'] : ['csv']);
    return isObject(each) && !isBody(target) ? [each] : [target];
  });
}

/** Records a list format for which OpenAPI 3 has no style. */
function noteFormat(node: Node, known: readonly string[]): void {
  const { collectionFormat } = node;
  if (node['in'] === 'formData' || collectionFormat === undefined) return;
  if (!known.includes(String(collectionFormat))) node['x-understudy-collection-format'] = collectionFormat;
  if (node['in'] === undefined) delete node['collectionFormat'];
}

const styles: Readonly<Record<string, object>> = {
  multi: { style: 'form', explode: true },
  csv: { style: 'form', explode: false },
  ssv: { style: 'spaceDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
};

function toForm(fields: readonly Node[], consumes: readonly unknown[]): Node {
  const described = fields.map((field) => {
    const { name, in: _place, required: _required, collectionFormat = 'csv', allowEmptyValue, ...schema } = field;
    const canBeEmpty = allowEmptyValue === true && schema['type'] !== 'string' && schema['type'] !== 'file';
    const style = Object.hasOwn(styles, String(collectionFormat))
      ? styles[String(collectionFormat)]
      : { ...styles['csv'], 'x-understudy-collection-format': collectionFormat };
    const property = canBeEmpty ? { anyOf: [schema, { type: 'string', maxLength: 0 }] } : schema;
    return { name: String(name), property, ...(schema['type'] === 'array' ? { style } : {}) };
  });
  const properties = Object.fromEntries(described.map(({ name, property }) => [name, property]));
  const encoding = Object.fromEntries(
    described.flatMap(({ name, style }) => (style === undefined ? [] : [[name, style]])),
  );
  const required = fields.flatMap((each) => (each['required'] === true ? [each['name']] : []));
  const forms = [...new Set(consumes)].filter((type) => type === formMediaType || type === multipart);
  const hasFile = fields.some(({ type }) => type === 'file');
  const types = forms.length > 0 ? forms : hasFile ? [multipart] : [formMediaType, multipart];
  const entry = { schema: { type: 'object', properties, required }, encoding };
  return {
    required: required.length > 0,
    content: Object.fromEntries(types.map((type) => [type, copyWithSources(entry)])),
  };
}

function prepareHeaders(response: unknown): void {
  for (const header of Object.values(membersOf(membersOf(response)['headers'])))
    if (isObject(header)) noteFormat(header, ['csv']);
}

/** Describes response bodies with the media types of the operation, if it lists its own. */
function prepareResponses(document: Node, node: Node): void {
  const { produces, responses } = node;
  for (const [status, each] of Object.entries(isObject(responses) ? responses : {})) {
    prepareHeaders(each);
    const response = resolveReference(document, each);
    if (!Array.isArray(produces) || document['produces'] === undefined || response?.['schema'] === undefined) continue;
    const { schema, ...rest } = response;
    const content = Object.fromEntries(produces.map((type) => [type, copyWithSources({ schema })]));
    if (isObject(responses)) responses[status] = { ...copyWithSources(rest), content };
  }
}
