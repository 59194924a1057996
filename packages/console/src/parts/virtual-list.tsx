import type { ComponentChild } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface VirtualListProps {
  readonly count: number;
  readonly rowHeight: number;
  readonly label: string;
  readonly row: (index: number) => ComponentChild;
  /** Identity of a row. */
  readonly keyOf: (index: number) => number;
  /** Index of the row to keep visible, or -1. */
  readonly chosen: number;
  readonly onMove: (step: number) => void;
}

/** Extra rows beyond the edge, so that scrolling shows no gap. */
const beyond = 6;

/** A virtualized list. Arrow keys move the selection. */
export function VirtualList({ count, rowHeight, label, row, keyOf, chosen, onMove }: VirtualListProps) {
  const frame = useRef<HTMLElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const look = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);
  const anchor = useRef<{ readonly index: number; readonly key: number }>(undefined);
  // New rows at the top must not move the visible rows.
  useLayoutEffect(() => {
    const element = frame.current;
    const held = anchor.current;
    if (element === null || element.scrollTop < rowHeight) return;
    if (held !== undefined && held.index < count && keyOf(held.index) !== held.key) {
      let index = held.index;
      while (index < count && keyOf(index) !== held.key) index += 1;
      if (index < count) element.scrollTop += (index - held.index) * rowHeight;
    }
    const top = Math.floor(element.scrollTop / rowHeight);
    anchor.current = top < count ? { index: top, key: keyOf(top) } : undefined;
  });
  // Scroll an entry opened by a link into view.
  const chosenKey = chosen === -1 ? undefined : keyOf(chosen);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null || chosenKey === undefined) return;
    const top = chosen * rowHeight;
    if (top >= element.scrollTop && top + rowHeight <= element.scrollTop + element.clientHeight) return;
    element.scrollTop = Math.max(0, top - element.clientHeight / 2);
  }, [chosenKey]);
  const first = Math.max(0, Math.floor(view.top / rowHeight) - beyond);
  const last = Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + beyond);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onMove(step);
  };
  return (
    // biome-ignore lint/a11y: a scrollable element needs keyboard access, and arrow keys move the selection
    <section class="virtual" ref={frame} tabIndex={0} aria-label={label} onKeyDown={move}>
      <ul style={{ height: `${count * rowHeight}px` }}>
        {Array.from({ length: Math.max(0, last - first) }, (_, offset) => {
          const index = first + offset;
          return (
            <li key={keyOf(index)} style={{ top: `${index * rowHeight}px`, height: `${rowHeight}px` }}>
              {row(index)}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
