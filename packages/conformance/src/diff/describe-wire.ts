import {
  formMediaType,
  isObject,
  listSchemaParts,
  membersOf,
  resolveReference,
  stringifyJson,
} from '@understudy/contract';
import { type PlacedCall, parametersOf } from './call-schemas.js';

type Node = Readonly<Record<string, unknown>>;

/** Lists what a client can send for a security scheme, whatever its name. Descriptions and scopes do not count. */
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

/** Returns the paths of the described servers, without a slash at the end. */
export function listBasePaths(document: unknown): string[] {
  const { servers } = membersOf(document);
  const paths = [servers ?? []].flat().flatMap((server): string[] => {
    const { url, variables } = membersOf(server);
    const address = String(url).replaceAll(/\{([^{}]*)\}/g, (_whole, name: string) =>
      String(membersOf(membersOf(variables)[name]).default),
    );
    const isWhole = /^(?:https?:\/)?\//.test(address) && URL.canParse(address, 'http://host');
    return isWhole ? [new URL(address, 'http://host').pathname.replace(/(?<!\/)\/+$/, '')] : [];
  });
  return [...new Set(paths)];
}

/**
 * Returns the ways in which each parameter, header and part of a form can be written, and where each link leads. A part
 * can have one of several media types.
 */
export function describeWire(call: PlacedCall): Map<string, readonly string[]> {
  const { node, document } = call;
  const styled = (place: string, each: unknown) => [
    describeStyle(document, { in: place, ...(resolveReference(document, each) ?? {}) }),
  ];
  const partsOf = ([type, entry]: [string, unknown]) => {
    if (type !== formMediaType && !type.startsWith('multipart/')) return [];
    const { schema, encoding } = membersOf(entry);
    const members = [...listSchemaParts(document, [schema])].flatMap(({ properties }) =>
      Object.entries(membersOf(properties)),
    );
    return members.map(([name, part]) => {
      const own = membersOf(membersOf(encoding)[name]);
      const isStyled = type === formMediaType || own.style !== undefined || own.explode !== undefined;
      const types = String(own.contentType ?? typeOfPart(document, part)).split(/\s*,\s*/);
      const ways = isStyled && own.contentType === undefined ? styled('query', { ...own, schema: part }) : types;
      return [`part ${name} of ${type}`, ways] as const;
    });
  };
  const { content } = resolveReference(document, node['requestBody']) ?? {};
  return new Map<string, readonly string[]>([
    ...[...parametersOf(call)].map(([name, each]) => [name, styled(String(each['in']), each)] as const),
    ...Object.entries(membersOf(content)).flatMap(partsOf),
    ...Object.entries(membersOf(node['responses'])).flatMap(([status, each]) => {
      const { headers, links } = resolveReference(document, each) ?? {};
      const at = (name: string) => `${name} of the response ${status}`;
      return [
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

/** Returns the media type of a part of a form without `encoding`. */
function typeOfPart(document: unknown, schema: unknown): unknown {
  const { type, items, contentMediaType, format } = resolveReference(document, schema) ?? {};
  const types = [type].flat();
  if (types.includes('array')) return typeOfPart(document, items);
  if (types.includes('object')) return 'application/json';
  return contentMediaType ?? (format === 'binary' || type === undefined ? 'application/octet-stream' : 'text/plain');
}

const defaultStyles: Readonly<Record<string, string>> = { query: 'form', cookie: 'form' };

/** Returns how a parameter or header is written. */
function describeStyle(document: unknown, parameter: Node): string {
  const { in: place, content, style = defaultStyles[String(place)] ?? 'simple', collectionFormat } = parameter;
  const [written] = Object.entries(membersOf(content));
  const { explode = style === 'form' } = parameter;
  const { type } = resolveReference(document, parameter['schema'] ?? membersOf(written?.[1]).schema) ?? {};
  const types = [type].flat();
  const isPlain = !types.includes('array') && !types.includes('object');
  // JSON writes a number as a text does.
  if (written !== undefined && (!isPlain || types.includes('string') || type === undefined)) return written[0];
  // A single value has no items to separate.
  if (isPlain) return style === 'label' || style === 'matrix' ? String(style) : 'as one value';
  return `style ${collectionFormat ?? style}${explode === true ? ', exploded' : ''}`;
}
