import {
  formMediaType,
  isObject,
  isXml,
  listSchemaParts,
  membersOf,
  resolveReference,
  stringifyJson,
} from '@understudy/contract';
import { type PlacedCall, parametersOf } from './call-schemas.js';

type Node = Readonly<Record<string, unknown>>;

const maxDepth = 12;

/** Lists the credentials that a client can send for a security scheme, ignoring its name, description and scopes. */
export function listCredentials(document: unknown, name: string): readonly string[] {
  const { components } = isObject(document) ? document : {};
  const schemes = isObject(components) ? components['securitySchemes'] : undefined;
  const scheme = resolveReference(document, isObject(schemes) ? schemes[name] : undefined) ?? {};
  const { type } = scheme;
  const place = String(scheme['in']);
  const key = String(scheme['name']);
  if (type === 'apiKey') return [`the ${place} ${place === 'header' ? key.toLowerCase() : key}`];
  if (type === 'http') return [`the HTTP scheme ${String(scheme['scheme']).toLowerCase()}`];
  if (type === 'openIdConnect') return [`tokens of ${scheme['openIdConnectUrl']}`];
  const flows = Object.entries(membersOf(scheme['flows'])).map(([flow, each]) => {
    const { authorizationUrl, tokenUrl } = membersOf(each);
    return `tokens of ${[flow, authorizationUrl, tokenUrl].filter(Boolean).join(' ')}`;
  });
  return flows.length === 0 ? [String(type)] : flows;
}

/**
 * Returns the possible serializations of each parameter, header, form part and XML member, and the target of each link.
 * A form part can have one of several media types.
 */
export function describeWire(call: PlacedCall): Map<string, readonly string[]> {
  const { node, document } = call;
  const styled = (place: string, each: unknown) =>
    describeStyle(document, { in: place, ...(resolveReference(document, each) ?? {}) });
  const { content } = resolveReference(document, node['requestBody']) ?? {};
  return new Map<string, readonly string[]>([
    ...[...parametersOf(call)].map(([name, each]) => [name, styled(String(each['in']), each)] as const),
    ...describeContent(document, content),
    ...Object.entries(membersOf(node['responses'])).flatMap(([status, each]) => {
      const { content: body, headers, links } = resolveReference(document, each) ?? {};
      const at = (name: string) => `${name} of the response ${status}`;
      return [
        ...describeContent(document, body).map(([name, ways]) => [at(name), ways] as const),
        ...Object.entries(membersOf(headers)).map(
          ([name, header]) => [at(`header ${name.toLowerCase()}`), styled('header', header)] as const,
        ),
        ...Object.entries(membersOf(links)).map(([name, link]) => {
          const { description, ...target } = resolveReference(document, link) ?? {};
          return [at(`link ${name}`), [stringifyJson(target)]] as const;
        }),
      ];
    }),
  ]);
}

type Way = readonly [name: string, ways: readonly string[]];

/** Describes media type parameters, form parts and XML names. */
function describeContent(document: unknown, content: unknown): Way[] {
  return Object.entries(membersOf(content)).flatMap(([type, entry]): Way[] => {
    const { schema, encoding, ...own } = membersOf(entry);
    const parameters = own['x-understudy-parameters'];
    return [
      ...(Array.isArray(parameters) ? [[`parameter of ${type}`, parameters.map(String)] as const] : []),
      ...(type === formMediaType || type.startsWith('multipart/')
        ? describeParts(document, type, [schema, encoding])
        : []),
      ...(isXml(type) ? describeXml(document, schema ?? own['x-understudy-schema'], type) : []),
    ];
  });
}

function describeParts(document: unknown, type: string, [schema, encoding]: readonly [unknown, unknown]): Way[] {
  const members = [...listSchemaParts(document, [schema])].flatMap(({ properties }) =>
    Object.entries(membersOf(properties)),
  );
  return members.map(([name, part]) => {
    const own = membersOf(membersOf(encoding)[name]);
    const isStyled = type === formMediaType || own.style !== undefined || own.explode !== undefined;
    const types = String(own.contentType ?? typeOfPart(document, part))
      .split(',')
      .map((type) => type.trim());
    const field = { in: 'query', ...own, schema: part };
    return [
      `part ${name} of ${type}`,
      isStyled && own.contentType === undefined ? describeStyle(document, field) : types,
    ] as const;
  });
}

/** Returns the default media type of a form part, which applies without `encoding`. */
function typeOfPart(document: unknown, schema: unknown): unknown {
  const { type, items, contentMediaType, format } = resolveReference(document, schema) ?? {};
  const types = [type].flat();
  if (types.includes('array')) return typeOfPart(document, items);
  if (types.includes('object')) return 'application/json';
  return contentMediaType ?? (format === 'binary' || type === undefined ? 'application/octet-stream' : 'text/plain');
}

const defaultStyles: Readonly<Record<string, string>> = { query: 'form', cookie: 'form' };

/** Returns the possible serializations of a parameter or header. */
function describeStyle(document: unknown, parameter: Node): readonly string[] {
  const { in: place, content, style = defaultStyles[String(place)] ?? 'simple', allowReserved } = parameter;
  const [written] = Object.entries(membersOf(content));
  const { explode = style === 'form', 'x-understudy-collection-format': format = style } = parameter;
  const { type } = resolveReference(document, parameter['schema'] ?? membersOf(written?.[1]).schema) ?? {};
  const types = [type].flat();
  const isPlain = !types.includes('array') && !types.includes('object');
  const isText = !isPlain || types.includes('string') || type === undefined;
  // Numbers and booleans look the same in JSON and in plain text.
  if (written !== undefined && written[0] !== 'text/plain' && isText) return [written[0]];
  // `explode` does not affect single values or lists in `simple` style, which always uses commas.
  const isExploded = explode === true && !(style === 'simple' && types.includes('array'));
  const isMarked = style === 'label' || style === 'matrix';
  const way = !isPlain ? `style ${format}${isExploded ? ', exploded' : ''}` : isMarked ? String(style) : 'as one value';
  return allowReserved === true && isText ? [way, `${way} with reserved characters unescaped`] : [way];
}

/** Returns the XML name of each member of a schema: its element or attribute, and its namespace. */
function describeXml(
  document: unknown,
  schema: unknown,
  type: string,
): (readonly [name: string, ways: readonly string[]])[] {
  const found = new Map<string, readonly string[]>();
  const seen = new Set<object>();
  const visit = (inner: unknown, given: string, path: readonly string[], depth: number): void => {
    if (depth > maxDepth) return;
    const parts = [...listSchemaParts(document, [inner])];
    const forms = [inner, ...parts].map((part) => membersOf(membersOf(part)['xml']));
    const { name = given, namespace, attribute, wrapped, nodeType } = Object.assign({}, ...forms.reverse());
    const items = parts.find((part) => part['items'] !== undefined)?.['items'];
    const isWrapper = wrapped === true || nodeType === 'element';
    // Without a wrapper, the items are written next to the other members.
    if (items !== undefined && !isWrapper) visit(items, given, path, depth + 1);
    else {
      const kind = attribute === true || nodeType === 'attribute' ? 'attribute' : (nodeType ?? 'element');
      const space = namespace === undefined ? '' : ` of the namespace ${namespace}`;
      const place = path.length === 0 ? 'root' : `member /${path.join('/')}`;
      found.set(`${place} of ${type}`, [
        `the ${kind} ${name}${space}${items === undefined ? '' : ' around its items'}`,
      ]);
      if (items !== undefined) visit(items, String(name), [...path, '*'], depth + 1);
    }
    for (const part of parts) {
      if (seen.has(part)) continue;
      seen.add(part);
      for (const [member, each] of Object.entries(membersOf(part['properties'])))
        visit(each, member, [...path, member], depth + 1);
    }
  };
  const [root = ''] = String(membersOf(schema)['$ref'] ?? '')
    .split('/')
    .slice(-1);
  visit(schema, root, [], 0);
  return [...found];
}
