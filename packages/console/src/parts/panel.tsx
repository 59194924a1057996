import type { ComponentChildren } from 'preact';

interface PanelProps {
  readonly title: string;
  /** Default: the title. */
  readonly label?: string;
  readonly children: ComponentChildren;
}

interface HeadingProps {
  readonly title: string;
  readonly about: string;
  readonly children?: ComponentChildren;
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

/** Header of an area: name, one-line description and actions. */
export function AreaHeading({ title, about, children }: HeadingProps) {
  return (
    <header class="heading">
      <div>
        <h1>{title}</h1>
        <p>{about}</p>
      </div>
      {children === undefined ? null : <div class="heading-actions">{children}</div>}
    </header>
  );
}
