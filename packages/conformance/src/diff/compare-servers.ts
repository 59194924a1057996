import { listBasePaths, membersOf } from '@understudy/contract';
import type { CallChange } from './changes.js';

/** Compares the server base paths of two APIs or operations. */
export function compareBases(before: unknown, after: unknown): CallChange[] {
  const [was, is] = [basesOf(before), basesOf(after)];
  const lost = was.filter((each) => !is.includes(each));
  if (lost.length === 0) return [];
  const isPartial = lost.length < was.length;
  // Many descriptions omit their servers.
  const isMild = isPartial || [before, after].some((node) => membersOf(node)['servers'] === undefined);
  const text = (paths: readonly string[]) => paths.map((path) => path || '/').join(' or ');
  const says = isPartial
    ? `the base path ${text(lost)} is removed`
    : `the base path is ${text(is)} now (was ${text(was)})`;
  return [{ rule: 'base-path', side: 'operation', says, audience: 'consumers', isMild }];
}

/**
 * Compares the protocols of each host, such as `http`. Removed hosts are ignored, because they depend on the
 * environment.
 */
export function compareProtocols(before: unknown, after: unknown): CallChange[] {
  const [was, is] = [protocolsOf(before), protocolsOf(after)];
  const lost = [...was].filter(([host, protocols]) => {
    const now = is.get(host);
    return now !== undefined && [...protocols].some((each) => !now.has(each));
  });
  const names = new Set(lost.flatMap(([host, protocols]) => [...protocols].filter((each) => !is.get(host)?.has(each))));
  if (names.size === 0) return [];
  const says = `is no longer served over ${[...names].join(' and ')}`;
  return [{ rule: 'protocol', side: 'operation', says, audience: 'consumers', isMild: true }];
}

function protocolsOf(node: unknown): Map<string, Set<string>> {
  const servers: unknown[] = [membersOf(node)['servers'] ?? []].flat();
  const hosts = new Map<string, Set<string>>();
  for (const server of servers) {
    const [, protocol, host] = /^([a-z]+):\/\/([^/]*)/i.exec(String(membersOf(server)['url'])) ?? [];
    if (protocol === undefined || host === undefined) continue;
    hosts.set(host, new Set([...(hosts.get(host) ?? []), protocol.toLowerCase()]));
  }
  return hosts;
}

export function basesOf(node: unknown): string[] {
  const { servers } = membersOf(node);
  const paths = servers === undefined ? [] : listBasePaths(servers);
  return paths.length === 0 ? [''] : paths;
}
