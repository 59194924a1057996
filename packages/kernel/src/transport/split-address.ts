import { defaultSandbox, sandboxOfHost } from './sandbox-address.js';

const sandboxPrefix = /^\/~([^/]*)(?=\/|$)/;

/** A request's address in its parts: the sandbox, its prefix as it stands there, the path without it, the query. */
export interface Address {
  readonly sandbox: string;
  readonly prefix: string;
  readonly path: string;
  readonly query: string;
}

/** @param origin by which the request came: its host may name the sandbox, where no prefix does */
export function splitAddress(url: string, origin: string): Address {
  const queryStart = url.indexOf('?');
  const path = queryStart === -1 ? url : url.slice(0, queryStart);
  const query = queryStart === -1 ? '' : url.slice(queryStart + 1);
  const match = path.startsWith('/~') ? sandboxPrefix.exec(path) : null;
  if (match === null) return { sandbox: sandboxOfHost(origin) ?? defaultSandbox, prefix: '', path, query };
  const [prefix, sandbox = ''] = match;
  return { sandbox, prefix, path: path.slice(prefix.length) || '/', query };
}
