import { tokenOfControl } from './admit.js';
import type { Known } from './known.js';

/** Name of the control token that a call of the control plane came by; undefined where none is needed, or it is unknown. */
export function tokenNameOf(known: Known, access: string | undefined): string | undefined {
  if (known.world.guard === undefined || access !== 'control') return undefined;
  const token = tokenOfControl(known);
  return 'refused' in token ? undefined : token.name;
}
