/** Returns `<folder>/<file>#<workflowId>`, which is the same on every machine. */
export function toWorkflowKey(file: string, workflowId: string): string {
  return `${file.split(/[\\/]/).slice(-2).join('/')}#${workflowId}`;
}
