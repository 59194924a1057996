import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Place } from '@understudy/kernel';
import { locateAsset } from '../locate-asset.js';

/**
 * The path of a file or folder of an API.
 *
 * @throws WrongUse when it should have come along with Understudy and is not there
 */
export function placeOf(place: Place): string {
  if (typeof place !== 'string') return fileURLToPath(place);
  const [top = '', ...rest] = place.split('/');
  return join(locateAsset(top), ...rest);
}
