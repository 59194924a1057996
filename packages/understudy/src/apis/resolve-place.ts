import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ResourcePath } from '@understudy/kernel';
import { locateAsset } from '../locate-asset.js';

export function resolvePlace(place: ResourcePath): string {
  if (typeof place !== 'string') return fileURLToPath(place);
  const [top = '', ...rest] = place.split('/');
  return join(locateAsset(top), ...rest);
}
