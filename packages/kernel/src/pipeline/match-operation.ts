import { type ApiContract, otherPaths } from '@understudy/contract';
import type { Simulator } from '../simulator.js';
import type { World } from '../world.js';
import type { Exchange } from './exchange.js';
import { nearMisses } from './near-misses.js';

/** Step 2: finds the operation of the contract. Comes before authentication (analysis.gap.unknown-route). */
export function matchOperation(exchange: Exchange): void {
  const { world, request, path } = exchange;
  const candidates = simulatorsOf(world, path);
  let allowed: string[] = [];
  let malformed = false;
  for (const simulator of candidates) {
    const match = simulator.contract.match(request.method, path);
    if (match.kind === 'operation') {
      exchange.simulator = simulator;
      exchange.operation = match.operation;
      exchange.pathParameters = match.path;
      return;
    }
    if (match.kind === 'wrong-method') {
      allowed = [...new Set([...allowed, ...match.allow])];
      exchange.simulator = simulator;
    }
    if (match.kind === 'malformed-path') malformed = true;
  }
  exchange.simulator = allowed.length > 0 ? exchange.simulator : (candidates[0] ?? world.control);
  const { refusals } = exchange.simulator;
  if (malformed) {
    const message = `The path ${path} has a percent sign that is not followed by two hexadecimal digits of UTF-8; encode it as %25`;
    exchange.result = refusals.badRequest([{ ruleId: 'request/path', severity: 'error', message, pointer: '/path' }]);
  } else {
    const refusal =
      allowed.length > 0
        ? refusals.wrongMethod(request.method, path, allowed.sort())
        : refusals.unknownPath(path, nearMisses(world, path));
    exchange.result = refusal;
    if (exchange.entry !== undefined) exchange.entry.error = refusal.message;
  }
}

const indexes = new WeakMap<World, Map<string, Simulator[]>>();

/** The simulators that have a path with the same first segment. */
export function simulatorsOf(world: World, path: string): readonly Simulator[] {
  let index = indexes.get(world);
  if (index === undefined) {
    index = new Map();
    for (const simulator of [...world.simulators.values(), world.control]) {
      for (const segment of firstSegments(simulator.contract)) {
        index.set(segment, [...(index.get(segment) ?? []), simulator]);
      }
    }
    indexes.set(world, index);
  }
  return index.get(firstSegment(path)) ?? [];
}

function firstSegments(contract: ApiContract): Set<string> {
  const paths = [...contract.operations.values()].flatMap((operation) => [operation.path, ...otherPaths(operation)]);
  return new Set(paths.map(firstSegment));
}

function firstSegment(path: string): string {
  const end = path.indexOf('/', 1);
  return end === -1 ? path : path.slice(0, end);
}
