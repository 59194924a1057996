import type { ScenarioFile, Step } from '@understudy/conformance';
import type { ApiContract } from '@understudy/contract';

/** Ids of the operations of an API that no step of its scenarios calls. */
export function untriedOperations(contract: ApiContract, files: readonly ScenarioFile[]): string[] {
  const called = new Set(
    files.flatMap(({ document }) => document.workflows.flatMap(({ steps }) => steps.map(calledBy))),
  );
  return [...contract.operations.keys()].filter((id) => !called.has(`${contract.name}.${id}`));
}

/** The API and the operation, joined by a dot. */
function calledBy({ operationId }: Step): string | undefined {
  return operationId?.replace(/^\$sourceDescriptions\./, '');
}
