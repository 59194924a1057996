import { isObject, type OpenApiDocument } from '@understudy/contract';
import { forGenerators } from './for-generators.js';

/**
 * A description for client generators, with the servers and token endpoints at these addresses.
 * @param addresses base URLs; the first is for tokens
 */
export function addressedDescription(
  described: OpenApiDocument,
  addresses: readonly string[],
): Record<string, unknown> {
  const document = forGenerators(described);
  const { components } = document;
  const schemes = Object(components?.securitySchemes);
  const [base = ''] = addresses;
  const addressed = Object.entries(schemes).map(([name, scheme]) => [name, withTokensAt(scheme, base)]);
  return {
    ...document,
    servers: addresses.map((url) => ({ url, description: 'This server and sandbox' })),
    ...(components === undefined
      ? {}
      : { components: { ...components, securitySchemes: Object.fromEntries(addressed) } }),
  };
}

const addressMembers = ['tokenUrl', 'refreshUrl', 'authorizationUrl'];

function withTokensAt(scheme: unknown, base: string): unknown {
  if (!isObject(scheme) || !isObject(scheme['flows'])) return scheme;
  const flows = Object.entries(scheme['flows']).map(([name, flow]) => {
    const members = Object.entries(Object(flow)).map(([member, value]) =>
      addressMembers.includes(member) && typeof value === 'string' ? [member, base + pathOf(value)] : [member, value],
    );
    return [name, Object.fromEntries(members)];
  });
  return { ...scheme, flows: Object.fromEntries(flows) };
}

function pathOf(address: string): string {
  const { pathname, search } = new URL(address, 'http://any.example');
  return pathname + search;
}
