/** Minimal valid files, as base64. */
const files: Readonly<Record<string, string>> = {
  'image/png': 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'image/gif': 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'application/zip': 'UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==',
  'application/gzip': 'H4sIAAAAAAAAAwMAAAAAAAAAAAA=',
  'audio/wav': 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=',
};

const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`;

/** Returns the content of a small file of a media type. */
export function createSampleFile(type: string): Uint8Array {
  if (type === 'application/pdf') return new TextEncoder().encode(pdf);
  const encoded = Object.hasOwn(files, type) ? files[type] : undefined;
  return encoded === undefined ? new TextEncoder().encode('bytes') : new Uint8Array(Buffer.from(encoded, 'base64'));
}
