import { callControl } from './call-control.js';

/** Returns the matching requests as HAR. @param query as of `listJournal`; its type is ignored */
export async function archiveOf(query: URLSearchParams): Promise<string> {
  query.delete('type');
  return JSON.stringify(await callControl(`GET journal.har?${query}`), undefined, 2);
}
