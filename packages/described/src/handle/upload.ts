import { createHash } from 'node:crypto';
import { type HandlerContext, isMultipartBody } from '@understudy/kernel';

/** A file that a request sends. */
export interface SentFile {
  readonly name?: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

type Sender = Pick<HandlerContext, 'request'>;

/** Finds the file of a request: its body, or the part of this name, by default the first one with a file name. */
export function findUpload({ request }: Sender, body: unknown, part?: string): SentFile | undefined {
  if (body instanceof Uint8Array)
    return { mediaType: request.headers['content-type'] ?? 'application/octet-stream', bytes: body };
  const found = isMultipartBody(body)
    ? body.parts.find(({ name, filename }) => filename !== undefined && (part === undefined || name === part))
    : undefined;
  if (found?.filename === undefined) return undefined;
  const { filename, mediaType = 'application/octet-stream', bytes } = found;
  return { name: filename, mediaType, bytes };
}

/** What an expression can read of the file of a request. Null if it has none. */
export function describeUpload(sender: Sender, body: unknown, part?: string): FileFacts | null {
  const file = findUpload(sender, body, part);
  return file === undefined ? null : describeFile(file);
}

/** What a record can contain about a file. */
type FileFacts = Readonly<Record<'name' | 'type' | 'size' | 'sha256', unknown>>;

export function describeFile({ name, mediaType: type, bytes }: SentFile): FileFacts {
  return {
    ...{ name: name ?? null, type, size: bytes.length },
    // Most expressions do not read it.
    get sha256() {
      return createHash('sha256').update(bytes).digest('hex');
    },
  };
}
