import { computeEditDistance } from '@understudy/contract';
import type { KernelContext } from '../kernel-context.js';
import { PipelineOutcome, type RequestState } from './request-state.js';
import type { Route } from './route.js';
import type { RouteMatch } from './route-table.js';

/** Step 2: finds the operation of the contract. Runs before authentication (analysis.gap.unknown-route). */
export function matchOperation<State extends RequestState>(
  received: State,
): (State & { readonly route: Route }) | PipelineOutcome {
  const { server, request, path } = received;
  const found = server.routes.match(request.method, path);
  if (found.kind !== 'route') return refuse(received, found);
  const { route } = found;
  return { ...received, simulator: route.simulator, route, pathParameters: found.path };
}

function refuse(received: RequestState, found: Exclude<RouteMatch, { kind: 'route' }>): PipelineOutcome {
  const { server, request, path, recorder } = received;
  const { simulator } = found;
  const { refusals } = simulator;
  const state = { ...received, simulator };
  if (found.kind === 'malformed-path') {
    const message = `The path ${path} contains an invalid percent-encoding; encode a percent sign as %25`;
    return new PipelineOutcome(
      state,
      refusals.badRequest([{ ruleId: 'request/path', severity: 'error', message, pointer: '/path' }]),
    );
  }
  const refusal =
    found.kind === 'wrong-method'
      ? refusals.wrongMethod(request.method, path, found.allow)
      : refusals.unknownPath(path, findSimilarCalls(server, path));
  recorder.error(refusal.message);
  if (refusal.status !== 404) return new PipelineOutcome(state, refusal);
  // Links to the API descriptions (RFC 8631).
  const link = `<${received.prefix}/_sim/apis>; rel="service-desc"`;
  return new PipelineOutcome(state, { ...refusal, headers: { ...refusal.headers, Link: link } });
}

/** Distance at which paths count as unrelated. */
const tooFar = 1;
/** Cost of matching a parameter. A parameter matches any word, so an equal word must be the better match. */
const parameterCost = 0.1;
/** Cost of a missing first segment if all others are equal. */
const forgottenCost = 0.95;
/** Maximum share of differing letters in a typo. */
const slip = 1 / 3;

/**
 * Finds the operations closest to an unknown path, such as `GET /io/results` for `/io/result`. Compares paths by
 * segment, because `/lookup/receivers` and `/lookup/files` share letters but no meaning.
 */
export function findSimilarCalls(server: KernelContext, path: string): string[] {
  // The part after an ampersand was probably meant as a query.
  const [meant = path] = path.split('&', 1);
  const asked = segmentsOf(meant);
  let best = tooFar;
  let near: string[] = [];
  for (const { contract } of [...server.simulators.values(), server.control]) {
    for (const operation of contract.operations.values()) {
      const distance = distanceOf(asked, segmentsOf(operation.path));
      if (distance >= tooFar || distance > best) continue;
      if (distance < best) near = [];
      best = distance;
      near.push(`${operation.method} ${operation.path}`);
    }
  }
  return near;
}

function segmentsOf(path: string): string[] {
  return path.toLowerCase().split('/').slice(1);
}

function distanceOf(asked: readonly string[], template: readonly string[]): number {
  const forgotten = template.length === asked.length + 1;
  if (!forgotten && template.length !== asked.length) return tooFar;
  const rest = forgotten ? template.slice(1) : template;
  return rest.reduce(
    (sum, segment, index) => sum + segmentDistance(asked[index] ?? '', segment),
    forgotten ? forgottenCost : 0,
  );
}

function segmentDistance(word: string, segment: string): number {
  if (word === segment) return 0;
  if (segment.startsWith('{')) return word === '' ? tooFar : parameterCost;
  // A word more than twice as long cannot be similar.
  if (word.length > 2 * segment.length) return tooFar;
  const share = computeEditDistance(word, segment) / Math.max(word.length, segment.length);
  return share <= slip ? share : tooFar;
}
