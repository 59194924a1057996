import type { ComponentChildren } from 'preact';

interface HeadingProps {
  readonly title: string;
  readonly about: string;
  readonly children?: ComponentChildren;
}

/** The head of an area: its name, what it is for in one line, and what concerns all of it. */
export function Heading({ title, about, children }: HeadingProps) {
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
