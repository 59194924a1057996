import { isObject, stringifyJson } from '@understudy/contract';
import { listTools } from './list-tools.js';
import { type ToolContext, ToolError } from './tool-context.js';

const mimeType = 'application/json';

export function listResources({ apis }: ToolContext) {
  return [
    ...apis.map((api) => ({ uri: `understudy://claims/${api}`, name: `Claims of ${api}`, mimeType })),
    { uri: 'understudy://journal/default', name: 'Journal of the default sandbox', mimeType },
  ];
}

/** Reads a resource. @throws ToolError for an unknown URI */
export async function readResource(uri: string, place: ToolContext) {
  const [, kind, name = ''] = /^understudy:\/\/(claims|journal)\/([a-z0-9-]+)$/.exec(uri) ?? [];
  if (kind === undefined)
    throw new ToolError(`Unknown resource "${uri}". Use understudy://claims/<api> or understudy://journal/<sandbox>`);
  const found =
    kind === 'journal'
      ? await place.control(name).journal.list({ last: 100 })
      : await listTools.find((tool) => tool.name === 'list_claims')?.run({ api: name, limit: 500 }, place);
  const value = isObject(found) ? found['entries'] : found;
  return { contents: [{ uri, mimeType, text: stringifyJson(value, 2) }] };
}
