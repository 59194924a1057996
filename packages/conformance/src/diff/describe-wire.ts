import { isObject, membersOf, resolveReference } from '@understudy/contract';

type Node = Readonly<Record<string, unknown>>;

/** Returns what a security scheme makes a client send, whatever its name. Descriptions and scopes do not count. */
export function describeCredential(document: unknown, name: string): string {
  const { components } = isObject(document) ? document : {};
  const schemes = isObject(components) ? components['securitySchemes'] : undefined;
  const scheme = resolveReference(document, isObject(schemes) ? schemes[name] : undefined) ?? {};
  const { type } = scheme;
  const place = String(scheme['in']);
  const key = String(scheme['name']);
  if (type === 'apiKey') return `the ${place} ${place === 'header' ? key.toLowerCase() : key}`;
  if (type === 'http') return `the HTTP scheme ${String(scheme['scheme']).toLowerCase()}`;
  if (type === 'openIdConnect') return `tokens of ${scheme['openIdConnectUrl']}`;
  const flows = Object.entries(isObject(scheme['flows']) ? scheme['flows'] : {});
  const addresses = flows.flatMap(([flow, each]) =>
    isObject(each) ? [`${flow} ${[each['authorizationUrl'], each['tokenUrl']].filter(Boolean).join(' ')}`] : [],
  );
  return `${type === 'oauth2' ? 'tokens' : type} of ${addresses.sort().join(', ')}`;
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

const defaultStyles: Readonly<Record<string, string>> = { query: 'form', cookie: 'form' };

/** Returns how an array or object is written in a parameter; `undefined` for one that is always written alike. */
export function describeStyle(document: unknown, parameter: Node): string | undefined {
  const { in: place, content, style = defaultStyles[String(place)] ?? 'simple' } = parameter;
  const [type] = Object.keys(isObject(content) ? content : {});
  if (type !== undefined) return type;
  const { explode = style === 'form' } = parameter;
  const { type: given } = resolveReference(document, parameter['schema']) ?? {};
  const types = [given].flat();
  const isPlain = !types.includes('array') && !types.includes('object');
  // A single value has no items to separate.
  if (isPlain) return style === 'label' || style === 'matrix' ? String(style) : undefined;
  return `style ${style}${explode === true ? ', exploded' : ''}`;
}
