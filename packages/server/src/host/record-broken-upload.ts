import type { IncomingRequest } from '@understudy/kernel';
import type { KernelContext } from '@understudy/kernel/serving';
import { isControlPath, isInboxPath, splitAddress } from '@understudy/kernel/serving';

/** Records a request whose client disconnected while sending the body. */
export function recordBrokenUpload(
  server: KernelContext,
  { method, url, origin, headers }: Pick<IncomingRequest, 'method' | 'url' | 'origin' | 'headers'>,
  received: number,
): void {
  const { sandbox: name } = splitAddress(url, origin);
  const sandbox = server.sandboxes.ready(name);
  const toInbox = isInboxPath(url);
  if (sandbox === undefined || (isControlPath(url) && !toInbox)) return;
  const declared = headers['content-length'];
  const of = declared === undefined ? '' : ` of ${declared}`;
  sandbox.journal.append({
    at: sandbox.clock.timestamp(),
    type: toInbox ? 'message' : 'request',
    cause: null,
    method,
    url,
    request: { headers, body: null },
    error: `The client disconnected after ${received}${of} bytes of the body; the request was not executed`,
  });
}
