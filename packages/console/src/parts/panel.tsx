import type { ComponentChildren } from 'preact';

interface PanelProps {
  readonly title: string;
  /** Default: the title. */
  readonly label?: string;
  readonly children: ComponentChildren;
}

/** A titled part of an area. */
export function Panel({ title, label = title, children }: PanelProps) {
  return (
    <section class="panel" aria-label={label}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
