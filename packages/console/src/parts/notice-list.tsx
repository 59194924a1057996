import { signal } from '@preact/signals';

const notices = signal<readonly { readonly id: number; readonly text: string; readonly bad: boolean }[]>([]);
let next = 1;

/** Shows a success for some seconds, or an error until it is closed. */
export function showNotice(text: string, bad = false): void {
  const id = next;
  next += 1;
  notices.value = [...notices.value.slice(-2), { id, text, bad }];
  if (!bad) setTimeout(() => dismiss(id), 5000);
}

export function showError(error: unknown): void {
  showNotice(error instanceof Error ? error.message : String(error), true);
}

function dismiss(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id);
}

export function NoticeList() {
  return (
    <div class="notices" aria-live="polite">
      {notices.value.map(({ id, text, bad }) => (
        <div key={id} class={bad ? 'notice bad' : 'notice'} role={bad ? 'alert' : 'status'}>
          <span>{text}</span>
          <button type="button" class="quiet" aria-label="Close this message" onClick={() => dismiss(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
