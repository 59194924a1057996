/** The control plane of the sandbox that the page is about: the page lies at `ui/` below it. */
export const root = new URL('../', location.href);

/** Root of the server. Below it everything that the console calls lies in `_sim/`, the path of its cookie. */
const server = new URL(root.pathname.replace(/_sim\/(?:~[^/]*\/)?$/, ''), root);

const prefix = /~[^~/]*\/$/.exec(root.pathname)?.[0] ?? '';

/** The sandbox that the address of the page names, if it names one. */
export const namedSandbox = prefix === '' ? undefined : prefix.slice(1, -1);

/** Where clients call the sandbox that the page is about. */
export const sandboxUrl = new URL(prefix, server);

/** The control plane of the server; a call to it makes no sandbox. */
export const serverControl = new URL('_sim/', server);

/** Where the console signs in and out. */
export const session = new URL('_sim/session', server);

/** Where a request went, as it stands in the journal: always to this server, whatever host a caller has written there. */
export function addressOf(target: string): URL {
  return new URL(`${server.origin}${target.startsWith('/') ? '' : '/'}${target}`);
}

/** Address of the page of a sandbox. @param area what it shows first */
export function pageOf(sandbox: string, area: string): string {
  const prefix = sandbox === 'default' ? '' : `~${sandbox}/`;
  return new URL(`_sim/${prefix}ui/#/${area}`, server).href;
}
