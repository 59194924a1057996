/** A part of a multipart form. A part with a file name is a file. `bytes` can be a view of a request body. */
export interface FormPart {
  readonly name: string;
  readonly filename?: string;
  /** Media type as sent, such as `application/xml; charset=iso-8859-15`. */
  readonly mediaType?: string;
  readonly bytes: Uint8Array;
}

/**
 * Encodes a `multipart/form-data` body (RFC 7578). Escapes names as browsers do.
 *
 * @param boundary string that no part contains
 * @param head additional header lines for each part, with line ends
 */
export function encodeFormParts(parts: readonly FormPart[], boundary: string, head = ''): Buffer<ArrayBuffer> {
  const pieces = parts.flatMap((part) => [
    Buffer.from(`--${boundary}\r\n${headOf(part)}${head}\r\n`),
    part.bytes,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

function headOf({ name, filename, mediaType }: FormPart): string {
  const file = filename === undefined ? '' : `; filename="${escaped(filename)}"`;
  const type = mediaType === undefined ? '' : `Content-Type: ${mediaType}\r\n`;
  return `Content-Disposition: form-data; name="${escaped(name)}"${file}\r\n${type}`;
}

function escaped(text: string): string {
  return text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}
