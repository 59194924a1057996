import type { Context } from '../context.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { World } from '../world.js';

/** What a handler of the control plane may reach besides: the sandbox it is called for, and the whole server. */
export interface ControlContext extends Context {
  readonly sandbox: Sandbox;
  readonly world: World;
}
