import { resolveEntryUrl } from '../../api/address.js';
import { loadDescription } from '../../api/load-description.js';
import type { JournalEntry } from '../../api/types.js';
import { stripSandboxPrefix } from '../../parts/summarize-entry.js';
import { listCallerHeaders } from './request-draft.js';

/** Returns the request as an Arazzo step that expects the same status. */
export async function toArazzoStep(entry: JournalEntry): Promise<string> {
  const { api = '', operationId = '', request, status } = entry;
  const described = (await loadDescription(api))?.operations.find((operation) => operation.operationId === operationId);
  const url = resolveEntryUrl(entry.url ?? '/');
  const ofHeaders = described?.parameters.filter((known) => known['in'] === 'header') ?? [];
  const names = ofHeaders.map((known) => String(known['name']));
  const parameters = [
    ...(described === undefined ? [] : pathParameters(described.path, stripSandboxPrefix(url.pathname))),
    ...[...url.searchParams].map(([name, value]) => ({ name, in: 'query', value })),
    ...listCallerHeaders(entry)
      .filter(([name]) => name !== 'content-type' && name !== 'accept')
      .map(([name, value]) => ({
        name: names.find((known) => known.toLowerCase() === name) ?? name,
        in: 'header',
        value: name === 'authorization' ? 'Bearer {$steps.token.outputs.accessToken}' : value,
      })),
  ];
  const lines = [
    `- stepId: ${operationId.replace(/(?<=[a-z0-9])[A-Z]/g, '-$&').toLowerCase()}`,
    `  operationId: $sourceDescriptions.${api}.${operationId}`,
  ];
  if (parameters.length > 0) {
    lines.push('  parameters:', ...parameters.map((parameter) => `    - ${JSON.stringify(parameter)}`));
  }
  const body = request?.body;
  if (body !== null && body !== undefined) {
    const type = request?.headers['content-type']?.split(';')[0] ?? 'application/json';
    lines.push('  requestBody:', `    contentType: ${type}`, `    payload: ${JSON.stringify(body)}`);
  }
  lines.push('  successCriteria:', `    - condition: $statusCode == ${status}`);
  return `${lines.join('\n')}\n`;
}

function pathParameters(template: string, path: string): { name: string; in: 'path'; value: string }[] {
  const names = [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
  const pattern = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^{}]+\}/g, '([^/]+)');
  const values = new RegExp(`${pattern}$`).exec(path)?.slice(1) ?? [];
  return names.map((name, index) => ({ name, in: 'path', value: decodeURIComponent(values[index] ?? '') }));
}
