import { createHash } from 'node:crypto';
import { type HandlerContext, isMultipartBody } from '@understudy/kernel';

/** A file sent with a request. */
export interface SentFile {
  readonly name?: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

type Sender = Pick<HandlerContext, 'request'>;

/** Finds the file in a request: the body, or the part with this name. By default, the first part with a file name. */
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

/** The file of a request as expressions read it. Null if there is none. */
export function describeUpload(sender: Sender, body: unknown, part?: string): FileFacts | null {
  const file = findUpload(sender, body, part);
  return file === undefined ? null : describeFile(file);
}

/** The metadata of a file that a record can contain. */
type FileFacts = Readonly<Record<'name' | 'type' | 'size' | 'sha256', unknown>>;

export function describeFile({ name, mediaType: type, bytes }: SentFile): FileFacts {
  return {
    ...{ name: name ?? null, type, size: bytes.length },
    // Computed on access, because most expressions do not read it.
    get sha256() {
      return createHash('sha256').update(bytes).digest('hex');
    },
  };
}
