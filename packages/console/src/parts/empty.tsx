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

/** What is shown while a value is loading, or why it cannot be loaded. */
export function Loading({ error }: { readonly error: string | undefined }) {
  return error === undefined ? <p class="loading muted">Loading …</p> : <Failed error={error} />;
}

/** What could not be loaded, and why. */
export function Failed({ error }: { readonly error: string | undefined }) {
  return error === undefined ? null : (
    <p class="failed" role="alert">
      {error}
    </p>
  );
}
