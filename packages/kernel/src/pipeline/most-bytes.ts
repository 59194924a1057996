import type { Operation } from '@understudy/contract';
import type { World } from '../world.js';
import type { IncomingRequest } from './exchange.js';
import { simulatorsOf } from './match-operation.js';
import { splitAddress } from './split-address.js';

/** Bytes that the body of an operation may have: as documented, of a message to an inbox as this server was told; else any. */
export function mostBytesOf({ memory }: World, { operationId, extensions }: Operation): number {
  if (operationId.startsWith('receiveMessage')) return memory.messageBytes;
  const documented = extensions['x-max-body-bytes'];
  return typeof documented === 'number' ? documented : Number.POSITIVE_INFINITY;
}

/** As {@link mostBytesOf}, by address, before there is a body; 0 where no operation is, so that nothing need be read. */
export function mostBytesAt(
  world: World,
  { method, url, origin }: Pick<IncomingRequest, 'method' | 'url' | 'origin'>,
): number {
  const { path } = splitAddress(url, origin);
  for (const simulator of simulatorsOf(world, path)) {
    const match = simulator.contract.match(method, path);
    if (match.kind === 'operation') return mostBytesOf(world, match.operation);
  }
  return 0;
}
