import { callControl, Refused } from '../../api/call-control.js';
import { isReadOnly } from '../../api/server-info.js';
import type { EditedRecord, StoredEntry } from '../../api/types.js';
import type { InputSchema } from '../../parts/input-schema.js';
import { showError, showNotice } from '../../parts/notice-list.js';
import { fromCsv } from './csv.js';
import { lastEdit } from './undo-button.js';

interface ImportRecordsProps {
  readonly path: string;
  readonly owner: URLSearchParams;
  readonly schema: InputSchema;
}

/** A file input that creates and replaces records from CSV or JSON, in the form of the exports. */
export function ImportRecords({ path, owner, schema }: ImportRecordsProps) {
  if (isReadOnly()) return null;
  const load = async (file: File) => {
    const text = await file.text();
    const records = file.name.endsWith('.json') ? (JSON.parse(text) as StoredEntry[]) : fromCsv(text, schema);
    let first: EditedRecord | undefined;
    for (const record of records) {
      const edited = await write(record, path, owner);
      first ??= edited;
    }
    // Undoes all of them, because it reverts to before the first.
    lastEdit.value = first === undefined ? undefined : { ...first, key: `${records.length} records` };
    showNotice(`Loaded ${records.length} records.`);
  };
  return (
    <label class="button">
      Load CSV or JSON
      <input
        class="visually-hidden"
        type="file"
        accept=".csv,.json"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file !== undefined) load(file).catch(showError);
          event.currentTarget.value = '';
        }}
      />
    </label>
  );
}

/** Replaces a record, or creates it if there is none. */
async function write({ key, value }: StoredEntry, path: string, owner: URLSearchParams): Promise<EditedRecord> {
  const create = () => {
    const query = new URLSearchParams([...owner, ...(key === '' ? [] : [['key', key]])]);
    return callControl<EditedRecord>(`POST ${path}?${query}`, value);
  };
  if (key === '') return await create();
  try {
    return await callControl<EditedRecord>(`PUT ${path}/${encodeURIComponent(key)}?${owner}`, value);
  } catch (error) {
    if (error instanceof Refused && error.problem.status === 404) return await create();
    throw error;
  }
}
