import { nearest } from '@understudy/contract';
import type { World } from '../world.js';

/**
 * The calls that come closest to a path that no operation has, such as `GET /io/results` for `/io/result`: those with
 * the nearest path, each with its method. None when nothing is near.
 */
export function nearMisses(world: World, path: string): string[] {
  const operations = [...world.simulators.values(), world.control].flatMap(({ contract }) => [
    ...contract.operations.values(),
  ]);
  const asked = path.split('/');
  // A parameter fits whatever stands in its place, so it is compared as that.
  const fill = (template: string): string =>
    template
      .split('/')
      .map((part, index) => (part.startsWith('{') ? (asked[index] ?? part) : part))
      .join('/');
  const closest = nearest(
    path,
    operations.map((operation) => fill(operation.path)),
  );
  return operations
    .filter((operation) => fill(operation.path) === closest)
    .map((operation) => `${operation.method} ${operation.path}`);
}
