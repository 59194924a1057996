import type { OpenApiDocument } from '@understudy/contract';
import type { ApiPlan, OperationPlan } from '@understudy/model';
import { draftCredentials } from './draft-credentials.js';

/** Chooses the first GET that needs no record key, preferring lists. Its headers have the form `Name: value`. */
export function chooseFirstCall({ operations }: ApiPlan, document: OpenApiDocument) {
  const needs = ({ operation: { path, parameters } }: OperationPlan) =>
    path.includes('{') || parameters.some(({ required, in: place }) => required && place !== 'path');
  const reads = [...operations.values()].filter((each) => each.operation.method === 'GET' && !needs(each));
  const chosen = reads.find(({ does }) => does === 'list') ?? reads[0];
  if (chosen === undefined) return undefined;
  const { inputs, parameters } = draftCredentials(document, chosen.operation);
  const query = new URLSearchParams();
  const headers: string[] = [];
  for (const { name, in: place, value } of parameters) {
    const filled = value
      .replace(/\{?\$inputs\.([\w-]+)\}?/g, (_whole, input: string) => inputs[input] ?? 'any')
      .replace(/\{\$steps[^}]*\}/, 'any');
    if (place === 'query') query.set(name, filled);
    else headers.push(place === 'cookie' ? `Cookie: ${name}=${filled}` : `${name}: ${filled}`);
  }
  return { path: `${chosen.operation.path}${query.size === 0 ? '' : `?${query}`}`, headers };
}
