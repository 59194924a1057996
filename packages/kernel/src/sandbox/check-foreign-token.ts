import type { TokenContext } from '../auth/token-service.js';
import type { Simulator } from '../simulator.js';
import { ApiUnit } from '../unit/unit.js';
import type { UnitSandbox } from '../unit/unit-origin.js';

/** Verifies tokens that an API has issued with its own keys. */
export function checkForeignToken(
  sandbox: UnitSandbox,
  simulators: ReadonlyMap<string, Simulator>,
): TokenContext['checkForeign'] {
  return async (token) => {
    for (const { name: api, checkToken } of simulators.values()) {
      const checked = await checkToken?.(token, new ApiUnit({ sandbox, api, cause: null }));
      if (checked !== undefined) return checked;
    }
    return undefined;
  };
}
