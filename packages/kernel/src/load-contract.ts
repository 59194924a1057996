import { fileURLToPath } from 'node:url';
import { type ApiContract, createContract, loadDescription } from '@understudy/contract';

/** Reads the contract of an API. @param file URL of its OpenAPI description @throws ContractError if it is invalid */
export async function loadContract(name: string, file: URL): Promise<ApiContract> {
  return createContract(name, await loadDescription(fileURLToPath(file)));
}
