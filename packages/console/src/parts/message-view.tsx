import { useState } from 'preact/hooks';
import { FactList } from './fact-list.js';
import { JsonView } from './json-view.js';

interface MessageProps {
  readonly title: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A request or response with collapsed headers and its body. */
export function MessageView({ title, headers, body }: MessageProps) {
  const [open, setOpen] = useState(false);
  const list = Object.entries(headers);
  return (
    <section class="message" aria-label={title}>
      <h3>{title}</h3>
      {list.length === 0 ? null : (
        <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{list.length === 1 ? '1 header' : `${list.length} headers`}</summary>
          <FactList kind="headers" facts={list} />
        </details>
      )}
      <JsonView value={body} />
    </section>
  );
}
