/** Control plane of this page's sandbox. The page is served under it, at `ui/`. */
export const controlUrl = new URL('../', location.href);

/** Root URL of the server. The console calls only paths under its `_sim/`, which is the path of the session cookie. */
const server = new URL(controlUrl.pathname.replace(/_sim\/(?:~[^/]*\/)?$/, ''), controlUrl);

const prefix = /~[^~/]*\/$/.exec(controlUrl.pathname)?.[0] ?? '';

/** The sandbox in the address of the page, if any. */
export const namedSandbox = prefix === '' ? undefined : prefix.slice(1, -1);

/** Base URL of this sandbox for clients. */
export const sandboxUrl = new URL(prefix, server);

/** Control plane of the server. Calls to it do not create a sandbox. */
export const serverControlUrl = new URL('_sim/', server);

export const sessionUrl = new URL('_sim/session', server);

/** Returns the URL of a journal entry, always on this server regardless of the caller's host header. */
export function resolveEntryUrl(target: string): URL {
  return new URL(`${server.origin}${target.startsWith('/') ? '' : '/'}${target}`);
}

/** Returns the URL of a sandbox's console page. @param area the area to show first */
export function toPageUrl(sandbox: string, area: string): string {
  const prefix = sandbox === 'default' ? '' : `~${sandbox}/`;
  return new URL(`_sim/${prefix}ui/#/${area}`, server).href;
}
