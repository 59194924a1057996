import { tokenOfControl } from './authorize.js';
import type { RequestState } from './request-state.js';

/** Name of the control token that a call of the control plane came by; undefined where none is needed, or it is unknown. */
export function controlTokenName(state: RequestState, access: string | undefined): string | undefined {
  if (state.world.guard === undefined || access !== 'control') return undefined;
  const token = tokenOfControl(state);
  return 'refused' in token ? undefined : token.name;
}
