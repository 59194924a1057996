import { findSimilarCalls } from './find-similar-calls.js';
import { Outcome, type RequestState } from './request-state.js';
import type { Route } from './route.js';
import type { RouteMatch } from './routes.js';

/** Step 2: finds the operation of the contract. Comes before authentication (analysis.gap.unknown-route). */
export function match<State extends RequestState>(received: State): (State & { readonly route: Route }) | Outcome {
  const { world, request, path } = received;
  const found = world.routes.match(request.method, path);
  if (found.kind !== 'route') return refuse(received, found);
  const { route } = found;
  return { ...received, simulator: route.simulator, route, pathParameters: found.path };
}

function refuse(received: RequestState, found: Exclude<RouteMatch, { kind: 'route' }>): Outcome {
  const { world, request, path, recorder } = received;
  const { simulator } = found;
  const { refusals } = simulator;
  const state = { ...received, simulator };
  if (found.kind === 'malformed-path') {
    const message = `The path ${path} has a percent sign that is not followed by two hexadecimal digits of UTF-8; encode it as %25`;
    return new Outcome(
      state,
      refusals.badRequest([{ ruleId: 'request/path', severity: 'error', message, pointer: '/path' }]),
    );
  }
  const refusal =
    found.kind === 'wrong-method'
      ? refusals.wrongMethod(request.method, path, found.allow)
      : refusals.unknownPath(path, findSimilarCalls(world, path));
  recorder.error(refusal.message);
  if (refusal.status !== 404) return new Outcome(state, refusal);
  // Where the descriptions are (RFC 8631), whatever form the API gives its errors.
  const link = `<${received.prefix}/_sim/apis>; rel="service-desc"`;
  return new Outcome(state, { ...refusal, headers: { ...refusal.headers, Link: link } });
}
