import { signal } from '@preact/signals';
import { call } from '../../api/call.js';
import type { EditedRecord } from '../../api/types.js';
import { Act } from '../../parts/act.js';

/** The latest edit on this page. */
export const lastEdit = signal<EditedRecord | undefined>(undefined);

/** A button that reverts the latest edit. */
export function UndoEdit() {
  const { value: edit } = lastEdit;
  if (edit === undefined) return null;
  const undo = async () => {
    await call('POST undo', { before: edit.entry });
    lastEdit.value = undefined;
    return `Restored the state before entry ${edit.entry}.`;
  };
  return (
    <div class="bar">
      <span class="muted">Edited {edit.key}. Undo also reverts later changes.</span>
      <Act run={undo}>Undo</Act>
    </div>
  );
}
