import type { ComponentChildren } from 'preact';

interface HeadingProps {
  readonly title: string;
  readonly about: string;
  readonly children?: ComponentChildren;
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
