import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { Resource } from './render-chart.js';

/** The modules of `kubernetes-types`, which are generated from the schemas of the Kubernetes API. */
const modules: Readonly<Record<string, string>> = {
  Deployment: 'apps/v1',
  Service: 'core/v1',
  Ingress: 'networking/v1',
  PodDisruptionBudget: 'policy/v1',
};

/** Returns the errors of Kubernetes resources: unknown, missing and mistyped fields. */
export function checkResources(resources: readonly Resource[]): string[] {
  const name = fileURLToPath(new URL('resources.ts', import.meta.url));
  const lines = resources.map(
    (resource, index) =>
      `export const r${index}: import('kubernetes-types/${modules[resource.kind] ?? resource.kind}').${resource.kind} = ${JSON.stringify(resource)};`,
  );
  const options = { strict: true, noEmit: true, types: [], moduleResolution: ts.ModuleResolutionKind.Bundler };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (file) => file === name || fileExists(file);
  host.getSourceFile = (file, target) =>
    file === name ? ts.createSourceFile(file, lines.join('\n'), target) : getSourceFile(file, target);
  const program = ts.createProgram([name], { ...options, module: ts.ModuleKind.ESNext }, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}
