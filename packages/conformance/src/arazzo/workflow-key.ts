/**
 * How a workflow is found again elsewhere: `<folder>/<file>#<workflowId>`, which does not depend on where the scenarios lie
 * on a machine.
 */
export function workflowKey(file: string, workflowId: string): string {
  return `${file.split(/[\\/]/).slice(-2).join('/')}#${workflowId}`;
}
