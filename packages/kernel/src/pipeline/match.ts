import { Decided, type Matched, type Received } from './known.js';
import { nearMisses } from './near-misses.js';
import type { RouteMatch } from './routes.js';

/** Step 2: finds the operation of the contract. Comes before authentication (analysis.gap.unknown-route). */
export function match(received: Received): Matched | Decided {
  const { world, request, path } = received;
  const found = world.routes.match(request.method, path);
  if (found.kind !== 'route') return refuse(received, found);
  const { route } = found;
  return { ...received, simulator: route.simulator, route, pathParameters: found.path };
}

function refuse(received: Received, found: Exclude<RouteMatch, { kind: 'route' }>): Decided {
  const { world, request, path, entry } = received;
  const { simulator } = found;
  const { refusals } = simulator;
  const known = { ...received, simulator };
  if (found.kind === 'malformed-path') {
    const message = `The path ${path} has a percent sign that is not followed by two hexadecimal digits of UTF-8; encode it as %25`;
    return new Decided(
      known,
      refusals.badRequest([{ ruleId: 'request/path', severity: 'error', message, pointer: '/path' }]),
    );
  }
  const refusal =
    found.kind === 'wrong-method'
      ? refusals.wrongMethod(request.method, path, found.allow)
      : refusals.unknownPath(path, nearMisses(world, path));
  if (entry !== undefined) entry.error = refusal.message;
  if (refusal.status !== 404) return new Decided(known, refusal);
  // Where the descriptions are (RFC 8631), whatever form the API gives its errors.
  const link = `<${received.prefix}/_sim/apis>; rel="service-desc"`;
  return new Decided(known, { ...refusal, headers: { ...refusal.headers, Link: link } });
}
