import { isObject, membersOf, type OpenApiDocument } from '@understudy/contract';
import type { DescriptionReader } from './description-reader.js';
import { findSignInPaths, toServedPath } from './sign-in-paths.js';

const anyObject = { schema: { type: 'object', additionalProperties: true } };
const anyJson = { 'application/json': anyObject };

/**
 * Adds the token URLs of the OAuth 2 flows as paths of this server, in place. An existing operation at such a path does
 * not change. For a judge, a new operation has neither a body nor responses. The identity provider serves the URLs of
 * flows in which a user signs in.
 */
export function addTokenEndpoints(document: OpenApiDocument, reader: DescriptionReader): void {
  const { securitySchemes } = membersOf(document.components);
  const signIn = findSignInPaths(document).paths;
  for (const [name, scheme] of Object.entries(membersOf(securitySchemes))) {
    if (membersOf(scheme)['type'] !== 'oauth2') continue;
    for (const flow of Object.values(membersOf(membersOf(scheme)['flows']))) {
      const { tokenUrl, refreshUrl } = membersOf(flow);
      for (const path of [tokenUrl, refreshUrl].map(toServedPath))
        if (path !== undefined && !Object.hasOwn(signIn, path)) addAt(document, reader, { scheme: name, path });
    }
  }
}

function addAt(
  document: OpenApiDocument,
  reader: DescriptionReader,
  { scheme, path: pathname }: { readonly scheme: string; readonly path: string },
): void {
  const paths: Record<string, unknown> = membersOf(document.paths);
  const there: unknown = Object.hasOwn(paths, pathname) ? paths[pathname] : undefined;
  if (isObject(there)) {
    if (isObject(there['post'])) there['post']['x-understudy-token'] ??= scheme;
    return;
  }
  const named = { operationId: `token ${pathname}`, summary: 'The token endpoint (RFC 6749)', security: [] };
  const served = {
    requestBody: { content: { ...anyJson, 'application/x-www-form-urlencoded': anyObject } },
    responses: {
      '200': { description: 'A token', content: anyJson },
      '4XX': { description: 'No token', content: anyJson },
    },
    'x-understudy-token': scheme,
  };
  // The author described only the URL.
  const post = { ...named, ...(reader === 'judge' ? { responses: {} } : served) };
  paths[pathname] = { post, 'x-understudy-added': true };
}
