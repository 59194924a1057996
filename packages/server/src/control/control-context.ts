import type { Context } from '@understudy/kernel';
import type { Sandbox } from '@understudy/kernel/serving';
import type { ServerContext } from '../server-context.js';

/** What a handler of the control plane may reach besides: the sandbox it is called for, and the whole server. */
export interface ControlContext extends Context {
  readonly sandbox: Sandbox;
  readonly world: ServerContext;
}
