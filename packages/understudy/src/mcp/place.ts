import type { Target } from '@understudy/conformance';
import type { Control } from '../control/control.js';
import type { Workspace } from '../workspace.js';

/** Where the tools work: simulators of this process, or a server. */
export interface Place {
  /** Base URL of the APIs, without a slash at the end. */
  readonly url: string;
  /** Names of the APIs that are served there. */
  readonly apis: readonly string[];
  readonly workspace: Workspace;
  /** Runs scenarios there, each in a sandbox of its own. */
  readonly target: Target;
  /** Calls an API there. */
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** The control plane of a sandbox. */
  control(sandbox: string): Control;
}

/** Base URL of a sandbox. */
export function urlOf({ url }: Pick<Place, 'url'>, sandbox: string): string {
  return sandbox === 'default' ? url : `${url}/~${sandbox}`;
}
