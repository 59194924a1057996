/** Creates a multipart form. Bytes, and strings under `file...`, become files. All other values become fields. */
export function createForm(fields: Readonly<Record<string, string | Uint8Array>>, filename = 'invoice.xml'): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (name.startsWith('file') && !name.endsWith('[file_type]')) form.append(name, new Blob([value]), filename);
    else form.append(name, String(value));
  }
  return form;
}
