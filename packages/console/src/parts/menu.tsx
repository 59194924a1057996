import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

/** A button that opens a list of buttons. A choice, Escape, or a click elsewhere closes it. */
export function Menu({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => menu.current?.removeAttribute('open');
  return (
    <details
      class="menu"
      ref={menu}
      onClick={({ target }) => (target instanceof HTMLButtonElement ? close() : undefined)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || menu.current?.open !== true) return;
        event.preventDefault();
        close();
      }}
      onFocusOut={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && menu.current?.contains(relatedTarget) === false) close();
      }}
    >
      <summary>{title}</summary>
      <div class="menu-items">{children}</div>
    </details>
  );
}
