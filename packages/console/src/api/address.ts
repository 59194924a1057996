/** Control plane of the sandbox of this page, which is served at `ui/` below it. */
export const controlUrl = new URL('../', location.href);

/** Root of the server. The console calls only `_sim/` below it, the path of its cookie. */
const server = new URL(controlUrl.pathname.replace(/_sim\/(?:~[^/]*\/)?$/, ''), controlUrl);

const prefix = /~[^~/]*\/$/.exec(controlUrl.pathname)?.[0] ?? '';

/** The sandbox in the address of the page, if any. */
export const namedSandbox = prefix === '' ? undefined : prefix.slice(1, -1);

/** Base URL of this sandbox for clients. */
export const sandboxUrl = new URL(prefix, server);

/** Control plane of the server; calling it creates no sandbox. */
export const serverControlUrl = new URL('_sim/', server);

export const sessionUrl = new URL('_sim/session', server);

/** Returns the URL of a journal entry, always on this server regardless of the caller's host header. */
export function resolveEntryUrl(target: string): URL {
  return new URL(`${server.origin}${target.startsWith('/') ? '' : '/'}${target}`);
}

/** Returns the address of the page of a sandbox. @param area the area to show first */
export function toPageUrl(sandbox: string, area: string): string {
  const prefix = sandbox === 'default' ? '' : `~${sandbox}/`;
  return new URL(`_sim/${prefix}ui/#/${area}`, server).href;
}
