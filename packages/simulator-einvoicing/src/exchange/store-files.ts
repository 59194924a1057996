import type { DataScope, IdGenerator } from '@understudy/kernel';
import { exchangeCollections, type InvoiceFile, type StoredFile } from './entities.js';
import type { SentFile } from './read-parts.js';

/**
 * Stores the files of an invoice or a document.
 * @returns their names in its record, the primary file first
 */
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

export function decodeContent({ content }: StoredFile): Uint8Array {
  return Buffer.from(content, 'base64');
}
