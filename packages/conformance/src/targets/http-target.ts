import { capabilityNames, type TargetCapability } from '../arazzo/model.js';
import { type WallClock, wallClock } from '../wall-clock.js';
import { advanceClock, readInfo, type SandboxOptions } from './control.js';
import { createHostFilter } from './create-host-filter.js';
import { createRequestGuard, isTokenRequest } from './request-guard.js';
import { createSandboxTarget } from './sandbox-target.js';
import { isLoopback, parseHostAndPort, sendHttp } from './send-http.js';
import type { RequestGuard } from './target.js';
import { type Target, TargetUnreachableError } from './target.js';

interface HttpTargetOptions extends SandboxOptions {
  /** Base URLs of individual sources by name: `{ identity: 'https://…' }`. */
  servers?: Readonly<Record<string, string>>;
  /** If false, foreign servers receive only read requests. */
  mayChange?: boolean;
  /** The clock to use for servers without one. Defaults to real time. */
  clock?: WallClock;
}

/**
 * Creates a target for any URL. `probe()` determines its kind. Understudy simulators have all capabilities, and each
 * workflow gets its own sandbox. A sandbox URL (`…/~b2`) is used without isolation. Other servers have no capabilities
 * and run in real time.
 *
 * @throws TypeError unless the URL is absolute with http or https
 */
export function createHttpTarget(url: string, options: HttpTargetOptions = {}): Target {
  const baseUrl = checkedUrl(url);
  const clock = options.clock ?? wallClock;
  const inSandbox = /\/~[^/]+$/.test(baseUrl);
  let capabilities: ReadonlySet<TargetCapability> = new Set();
  let clockMode = 'real';
  // Until `probe()` has run.
  let foreign = true;
  let publicHost: (url: string) => boolean = () => false;
  const isOwn = createHostFilter([baseUrl, ...Object.values(options.servers ?? {})].map(hostAndPort));
  const guardForeign = createRequestGuard({
    isAllowed: isOwn,
    elsewhere:
      'its host is not the host of the target; to allow more hosts, configure the target in a configuration file',
    mayChange: options.mayChange ?? false,
    isExempt: isTokenRequest,
  });
  // Simulators can return links with their public address, and other local servers belong to the test.
  const guardOwn: RequestGuard = ({ url }) =>
    isOwn(url) || publicHost(url) || isLoopback(url) ? undefined : 'its host is not the host of the simulator';
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
        publicHost = createHostFilter(info === undefined ? [] : [hostAndPort(info.url)]);
        clockMode = info?.clockMode ?? 'real';
      } catch (error) {
        throw new TargetUnreachableError(baseUrl, error instanceof Error ? error.message : String(error));
      }
    },
  };
  return target;
}

function hostAndPort(url: string): string {
  const address = parseHostAndPort(url);
  return address === undefined ? '' : `${address.host}:${address.port}`;
}

function checkedUrl(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !['http:', 'https:'].includes(parsed.protocol)) {
    throw new TypeError(`"${url}" is not a valid target. Use an absolute URL such as http://127.0.0.1:4010.`);
  }
  return url.replace(/(?<!\/)\/+$/, '');
}
