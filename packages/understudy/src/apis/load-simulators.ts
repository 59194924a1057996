import { createContract, isObject, listAliasPaths, membersOf } from '@understudy/contract';
import type { ApiDefinition, Simulator } from '@understudy/kernel';

/**
 * Loads the simulators of APIs. The identity provider also serves the sign-in URLs of described APIs and accepts their
 * clients, unless another API already has that path.
 */
export async function loadSimulators(apis: readonly ApiDefinition[]): Promise<Simulator[]> {
  const simulators = await Promise.all(apis.map((api) => api.simulator()));
  const isTaken = (path: string) =>
    simulators.some(({ contract }) => contract.match('GET', path).kind !== 'unknown-path');
  const paths = apis.flatMap(({ signInPaths = {} }) => Object.entries(signInPaths)).filter(([path]) => !isTaken(path));
  if (paths.length === 0) return simulators;
  const scopes = [...new Set(apis.flatMap(({ signInScopes = [] }) => signInScopes))];
  return simulators.map((simulator) =>
    simulator.name === 'identity' ? withSignIns(simulator, paths, scopes) : simulator,
  );
}

function withSignIns(
  simulator: Simulator,
  paths: readonly (readonly [described: string, own: string])[],
  scopes: readonly string[],
): Simulator {
  const { name, contract, settings } = simulator;
  const document = structuredClone(contract.document);
  for (const [described, own] of paths) {
    for (const operation of Object.values(membersOf(document.paths?.[own])).filter(isObject)) {
      const known = listAliasPaths({ extensions: operation });
      operation['x-also-at'] = [...new Set([...known, described])];
    }
  }
  const { unregisteredClients } = settings;
  return {
    ...simulator,
    contract: createContract(name, document),
    settings: {
      ...settings,
      ...(unregisteredClients === undefined ? {} : { unregisteredClients: { ...unregisteredClients, value: scopes } }),
    },
  };
}
