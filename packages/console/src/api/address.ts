/** Root of the sandbox that the page is about: the page lies at `_sim/ui/` below it. */
export const root = new URL('../../', location.href);

/** Root of the server. */
const server = new URL(root.pathname.replace(/\/~[^/]*\/$/, '/'), root);

/** Where a request went, as it stands in the journal: always to this server, whatever host a caller has written there. */
export function addressOf(target: string): URL {
  return new URL(`${server.origin}${target.startsWith('/') ? '' : '/'}${target}`);
}

/** Address of the page of a sandbox. @param area what it shows first */
export function pageOf(sandbox: string, area: string): string {
  const prefix = sandbox === 'default' ? '' : `~${sandbox}/`;
  return new URL(`${prefix}_sim/ui/#/${area}`, server).href;
}
