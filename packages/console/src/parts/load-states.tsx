import type { ComponentChildren } from 'preact';

/** Placeholder of an empty list, with a hint. */
export function EmptyState({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children === undefined ? null : <p>{children}</p>}
    </div>
  );
}

export function LoadingState({ error }: { readonly error: string | undefined }) {
  return error === undefined ? <p class="loading muted">Loading …</p> : <LoadError error={error} />;
}

export function LoadError({ error }: { readonly error: string | undefined }) {
  return error === undefined ? null : (
    <p class="failed" role="alert">
      {error}
    </p>
  );
}
