/** A line of an access log: the call, and the status of the answer. */
export interface LoggedCall {
  /** From 0. */
  line: number;
  method: string;
  /** Path and query. */
  target: string;
  status: number;
}

/** As nginx and Apache write it within quotation marks, and as plain logs write it without. */
const call = /\b(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (\/\S*?)(?: HTTP\/[\d.]+)?"? (?:-> )?([1-5]\d\d)\b/;

/**
 * Reads the calls of an access log: the common and combined formats of nginx and Apache, and any line that names method,
 * path and status one after another.
 *
 * @returns the calls, and how many lines that are not empty name none
 */
export function readAccessLog(text: string): { calls: LoggedCall[]; unread: number } {
  const calls: LoggedCall[] = [];
  let unread = 0;
  for (const [line, content] of text.split(/\r?\n/).entries()) {
    const [, method, target, status] = call.exec(content) ?? [];
    if (method !== undefined && target !== undefined) calls.push({ line, method, target, status: Number(status) });
    else if (content.trim() !== '') unread += 1;
  }
  return { calls, unread };
}
