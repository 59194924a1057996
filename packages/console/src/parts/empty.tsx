import type { ComponentChildren } from 'preact';

/** What stands where nothing is yet, and how something comes there. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children === undefined ? null : <p>{children}</p>}
    </div>
  );
}

/** What could not be loaded, and why. */
export function Failed({ error }: { readonly error: string | undefined }) {
  return error === undefined ? null : (
    <p class="failed" role="alert">
      {error}
    </p>
  );
}
