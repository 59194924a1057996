import { type Capability, capabilityNames } from '../arazzo/model.js';
import { type WallClock, wallClock } from '../wall-clock.js';
import { allowHosts } from './allowed-hosts.js';
import { advanceClock, readInfo, type SandboxOptions } from './control.js';
import { createRequestGuard, isTokenRequest } from './request-guard.js';
import { createSandboxTarget } from './sandbox-target.js';
import { addressOf, isLoopback, sendHttp } from './send-http.js';
import type { RequestGuard } from './target.js';
import { type Target, TargetUnreachable } from './target.js';

export interface HttpTargetOptions extends SandboxOptions {
  /** Base URLs of single sources, by name, where a real environment spreads them over hosts: `{ identity: 'https://…' }`. */
  servers?: Readonly<Record<string, string>>;
  /** Without it, a server that is not one of our simulators is only read. */
  mayChange?: boolean;
  /** Real time, for waiting where the server has no clock to turn. */
  clock?: WallClock;
}

/**
 * Any URL. When `GET {url}/_sim` answers as our simulators do, it has all capabilities and every workflow gets a sandbox
 * of its own. A URL that is itself a sandbox (`…/~b2`) is used as it is, without further isolation. Any other server has
 * no capabilities, and waiting there takes real time. `probe()` finds out which it is.
 *
 * @throws TypeError when the URL is not absolute and http or https
 */
export function httpTarget(url: string, options: HttpTargetOptions = {}): Target {
  const baseUrl = checkedUrl(url);
  const clock = options.clock ?? wallClock;
  const inSandbox = /\/~[^/]+$/.test(baseUrl);
  let capabilities: ReadonlySet<Capability> = new Set();
  let clockMode = 'real';
  // Until the probe shows what it is.
  let foreign = true;
  let publicHost: (url: string) => boolean = () => false;
  const isOwn = allowHosts([baseUrl, ...Object.values(options.servers ?? {})].map(hostAndPort));
  const guardForeign = createRequestGuard({
    isAllowed: isOwn,
    elsewhere: 'its host is not that of the target; name the target in a configuration file',
    mayChange: options.mayChange ?? false,
    isExempt: isTokenRequest,
  });
  // A simulator may hand out links by its public address; and other servers on this machine belong to the test.
  const guardOwn: RequestGuard = ({ url }) =>
    isOwn(url) || publicHost(url) || isLoopback(url) ? undefined : 'its host is not that of the simulator';
  const guard: RequestGuard = (request) => (foreign ? guardForeign : guardOwn)(request);
  const target: Target = {
    name: baseUrl,
    baseUrl,
    get capabilities() {
      return capabilities;
    },
    baseUrlOf: (source) => options.servers?.[source]?.replace(/\/$/, ''),
    send: (request) => sendHttp(request, guard),
    wait: (milliseconds, signal) =>
      clockMode === 'manual' ? advanceClock(target, milliseconds, signal) : clock.sleep(milliseconds, signal),
    get isolate() {
      if (capabilities.size === 0 || inSandbox) return undefined;
      return (name: string) => createSandboxTarget(target, name, options);
    },
    probe: async (signal) => {
      try {
        const info = await readInfo((request) => sendHttp({ ...request, signal }, guardForeign), baseUrl);
        capabilities = new Set(info === undefined ? [] : capabilityNames);
        foreign = info === undefined;
        publicHost = allowHosts(info === undefined ? [] : [hostAndPort(info.url)]);
        clockMode = info?.clockMode ?? 'real';
      } catch (error) {
        throw new TargetUnreachable(baseUrl, error instanceof Error ? error.message : String(error));
      }
    },
  };
  return target;
}

function hostAndPort(url: string): string {
  const address = addressOf(url);
  return address === undefined ? '' : `${address.host}:${address.port}`;
}

function checkedUrl(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !['http:', 'https:'].includes(parsed.protocol)) {
    throw new TypeError(`"${url}" is no target: give an absolute URL, as in http://127.0.0.1:4010.`);
  }
  return url.replace(/(?<!\/)\/+$/, '');
}
