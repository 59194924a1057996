import { signal } from '@preact/signals';
import { callControl } from '../../api/call-control.js';
import type { EditedRecord } from '../../api/types.js';
import { ActionButton } from '../../parts/buttons.js';

/** The latest edit on this page. */
export const lastEdit = signal<EditedRecord | undefined>(undefined);

/** A button that reverts the latest edit. */
export function UndoButton() {
  const { value: edit } = lastEdit;
  if (edit === undefined) return null;
  const undo = async () => {
    await callControl('POST undo', { before: edit.entry });
    lastEdit.value = undefined;
    return `Restored the state before entry ${edit.entry}.`;
  };
  return (
    <div class="bar">
      <span class="muted">Edited {edit.key}. Undo also reverts later changes.</span>
      <ActionButton run={undo}>Undo</ActionButton>
    </div>
  );
}
