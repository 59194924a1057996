/** Forms: `application/x-www-form-urlencoded`, and `multipart/form-data` with files. */
export const formType = 'application/x-www-form-urlencoded';
export const multipart = 'multipart/form-data';

const boundary = 'fuzz-7f3a9c';

/** The header of every multipart body that is as it should be. */
export const multipartType = `${multipart}; boundary=${boundary}`;

const encoder = new TextEncoder();

/** A file of a form. */
export function fileOf(filename, content, mediaType) {
  const bytes = typeof content === 'string' ? encoder.encode(content) : content;
  return { filename, bytes, ...(mediaType === undefined ? {} : { mediaType }) };
}

export function isFile(value) {
  return value?.bytes instanceof Uint8Array;
}

/** The fields of a value as text: lists are repeated fields. */
export function formText(value) {
  return String(new URLSearchParams(fieldsOf(value).map(([name, field]) => [name, textOf(field)])));
}

/** The parts of a value: what the schema takes for a file is sent as one. */
export function partsOf(schema, value) {
  return fieldsOf(value).map(([name, field]) => {
    if (isFile(field)) return { name, ...field };
    const bytes = encoder.encode(textOf(field));
    return propertyOf(schema, name)?.contentMediaType === undefined
      ? { name, bytes }
      : { name, filename: `${name}.bin`, bytes };
  });
}

/** The bytes of a multipart body. `head`: lines that each part begins with besides its own. */
export function multipartBytes(parts, head = '') {
  const chunks = parts.flatMap((part) => [
    encoder.encode(`--${boundary}\r\n${headOf(part)}${head}\r\n`),
    part.bytes,
    encoder.encode('\r\n'),
  ]);
  return Buffer.concat([...chunks, encoder.encode(`--${boundary}--\r\n`)]);
}

/** The parts as the contract wants to see them: a file by its name. Undefined when a field is not UTF-8. */
export function pairsOf(parts) {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    return parts.map(({ name, filename, bytes }) => [
      name,
      filename === undefined ? decoder.decode(bytes) : filename || 'file',
    ]);
  } catch {
    return undefined;
  }
}

function fieldsOf(value) {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) =>
    Array.isArray(field) ? field.map((item) => [name, item]) : [[name, field]],
  );
}

function textOf(field) {
  if (isFile(field)) return new TextDecoder().decode(field.bytes);
  return typeof field === 'object' ? JSON.stringify(field) : String(field);
}

/** The schema of a field, by its name or by a pattern. */
export function propertyOf(schema, name) {
  if (Object.hasOwn(schema?.properties ?? {}, name)) return schema.properties[name];
  const patterns = Object.entries(schema?.patternProperties ?? {});
  return patterns.find(([pattern]) => new RegExp(pattern, 'u').test(name))?.[1];
}

/** As browsers write it (HTML, "multipart/form-data encoding algorithm"). */
function headOf({ name, filename, mediaType }) {
  const file = filename === undefined ? '' : `; filename="${escaped(filename)}"`;
  const type = mediaType === undefined ? '' : `Content-Type: ${mediaType}\r\n`;
  return `Content-Disposition: form-data; name="${escaped(name)}"${file}\r\n${type}`;
}

function escaped(text) {
  return text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}
