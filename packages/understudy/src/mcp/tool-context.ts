import type { Target } from '@understudy/conformance';
import type { Control } from '../control/control.js';
import type { Workspace } from '../workspace.js';

/** The simulators that the tools use: in this process, or on a server. */
export interface ToolContext {
  /** Base URL of the APIs, without a trailing slash. */
  readonly url: string;
  /** The served APIs. */
  readonly apis: readonly string[];
  readonly workspace: Workspace;
  /** Runs each scenario in its own sandbox. */
  readonly target: Target;
  /** Calls an API. */
  fetch(url: string, init: RequestInit): Promise<Response>;
  control(sandbox: string): Control;
}

export function sandboxUrl({ url }: Pick<ToolContext, 'url'>, sandbox: string): string {
  return sandbox === 'default' ? url : `${url}/~${sandbox}`;
}
