import { fileURLToPath } from 'node:url';
import { type ApiContract, createContract, loadDescription } from '@understudy/contract';

/**
 * Reads the contract of an API from its description.
 *
 * @param name name of the API
 * @param file the OpenAPI description, such as `new URL('../contract/openapi.yaml', import.meta.url)`
 * @throws ContractError when it cannot be read, or is no OpenAPI description
 */
export async function loadContract(name: string, file: URL): Promise<ApiContract> {
  return createContract(name, await loadDescription(fileURLToPath(file)));
}
