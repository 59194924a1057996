import type { DataScope, ErrorResult, IdGenerator } from '@understudy/kernel';
import { einvoicingErrors } from '../errors.js';
import { maxFileBytes } from '../policies.js';
import { exchangeCollections, type InvoiceFile, type StoredFile } from './entities.js';

export interface SentFile {
  readonly filename: string;
  readonly mimetype: string;
  readonly bytes: Uint8Array;
}

interface Part {
  readonly name: string;
  readonly filename?: string;
  readonly mediaType?: string;
  readonly bytes: Uint8Array;
}

const mediaTypes: ReadonlyMap<string, string> = new Map([
  ['xml', 'application/xml'],
  ['pdf', 'application/pdf'],
  ['zip', 'application/zip'],
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['txt', 'text/plain; charset=utf-8'],
  ['csv', 'text/csv; charset=utf-8'],
  ['json', 'application/json; charset=utf-8'],
]);

/**
 * Reads the files with a name: UTF-8 if they have no type (einvoicing.gap.client-encodings), up to 10 MiB each
 * (einvoicing.gap.limits).
 */
export function readNamedFiles(parts: readonly Part[], name: string): SentFile[] | ErrorResult {
  const files: SentFile[] = [];
  for (const part of parts) {
    if (part.name !== name) continue;
    const { filename = `${name}.xml`, bytes } = part;
    if (bytes.length > maxFileBytes)
      return einvoicingErrors.payloadTooLarge(`file ${filename}`, bytes.length, maxFileBytes);
    files.push({ filename, mimetype: guessMediaType(filename), bytes: Buffer.from(bytes) });
  }
  return files;
}

export function guessMediaType(filename: string): string {
  return mediaTypes.get(filename.split('.').at(-1)?.toLowerCase() ?? '') ?? 'application/octet-stream';
}

/** Stores the files of an invoice or a document. @returns their names in its record, the primary file first */
export async function storeFiles(
  scope: DataScope,
  ids: IdGenerator,
  owner: Pick<StoredFile, 'invoiceId' | 'documentId'>,
  files: readonly SentFile[],
): Promise<InvoiceFile[]> {
  const stored: InvoiceFile[] = [];
  for (const [index, { filename, mimetype, bytes }] of files.entries()) {
    const id = ids.next('file');
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
    await scope.collection(exchangeCollections.files).put(id, { ...owner, filename, mimetype, content });
    stored.push({ id, filename, type: index === 0 ? 'PRIMARY_FILE' : 'ATTACHMENT', mimetype });
  }
  return stored;
}

/** Loads files of an invoice or a document, to deliver them. */
export function loadFiles(scope: DataScope, files: readonly Omit<InvoiceFile, 'type'>[]): Promise<SentFile[]> {
  return Promise.all(
    files.map(async ({ id, filename, mimetype }) => {
      const stored = await scope.collection(exchangeCollections.files).get(id);
      if (stored === undefined) throw new Error(`File ${id} (${filename}) is gone`);
      return { filename, mimetype, bytes: decodeContent(stored) };
    }),
  );
}

export function decodeContent({ content }: StoredFile): Uint8Array {
  return Buffer.from(content, 'base64');
}
