import { isObject, setSource } from '@understudy/contract';

/**
 * Reads the records of a CSV file (RFC 4180), whose first line contains the member names. A name with dots is a nested
 * member. Empty fields are omitted. Values are converted to numbers and booleans if converting them back gives the same
 * text.
 *
 * @throws Error for a missing name, a line with more fields, or an open quote
 */
export function readCsv(file: string, text: string): Record<string, unknown>[] {
  const [head, ...rows] = rowsOf(text.replace(/^\uFEFF/, ''));
  const names = head?.fields ?? [];
  const wrong = names.find((name) => name === '' || name.split('.').includes('__proto__'));
  if (names.length === 0 || wrong !== undefined)
    throw new Error(`the first line must contain column names; found "${wrong ?? ''}"`);
  const records = rows.map(({ fields, line }) => {
    if (fields.length > names.length)
      throw new Error(`line ${line} has ${fields.length} fields, but the first line has ${names.length} column names`);
    const record: Record<string, unknown> = {};
    for (const [index, field] of fields.entries())
      if (field !== '') set(record, (names[index] ?? '').split('.'), scalarOf(field));
    setSource(record, { file, line, keyLines: new Map(names.map((name) => [name.split('.')[0] ?? name, line])) });
    return record;
  });
  setSource(records, { file, line: 1, keyLines: new Map(rows.map(({ line }, index) => [String(index), line])) });
  return records;
}

function rowsOf(text: string): { fields: string[]; line: number }[] {
  const rows: { fields: string[]; line: number }[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|\r|$)/y;
  let [line, fields, first]: [number, string[], number] = [1, [], 1];
  while (field.lastIndex < text.length) {
    const start = field.lastIndex;
    const found = field.exec(text);
    if (found === null) throw new Error(`line ${line} has an unclosed or misplaced quote`);
    const [all, quoted, plain = '', end] = found;
    fields.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += all.split(/\r?\n|\r/).length - 1;
    const isLast = end !== ',' || field.lastIndex >= text.length;
    if (end === ',' && isLast) fields.push('');
    if (isLast) {
      if (fields.some((each) => each !== '')) rows.push({ fields, line: first });
      [fields, first] = [[], line];
    }
    if (field.lastIndex === start) break;
  }
  return rows;
}

function set(record: Record<string, unknown>, [name = '', ...deeper]: readonly string[], value: unknown): void {
  if (deeper.length === 0) record[name] = value;
  else {
    const inner = Object.hasOwn(record, name) && isObject(record[name]) ? record[name] : {};
    record[name] = inner;
    set(inner, deeper, value);
  }
}

function scalarOf(field: string): unknown {
  if (field === 'true' || field === 'false') return field === 'true';
  return String(Number(field)) === field && Number.isFinite(Number(field)) ? Number(field) : field;
}
