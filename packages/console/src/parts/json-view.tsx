const piece = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Formatted JSON or text. */
export function JsonView({ value }: { readonly value: unknown }) {
  if (value === null || value === undefined || value === '') return <p class="muted">Empty.</p>;
  const isText = typeof value === 'string';
  const text = visibleText(isText ? value : JSON.stringify(value, undefined, 2));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element needs keyboard access
    <pre class="code" tabIndex={0}>
      {isText || text.length > 60_000 ? text : coloured(text)}
    </pre>
  );
}

function coloured(text: string) {
  const parts: preact.ComponentChild[] = [];
  let from = 0;
  for (const match of text.matchAll(piece)) {
    const [whole, quoted, colon] = match;
    parts.push(text.slice(from, match.index));
    from = match.index + whole.length;
    const kind = quoted === undefined ? 'j-value' : colon === undefined ? 'j-text' : 'j-name';
    parts.push(<span class={kind}>{quoted ?? whole}</span>, colon ?? '');
  }
  return [...parts, text.slice(from)];
}

/** Escapes direction marks as in JSON. A mark would change the order in which the following text is shown. */
export function visibleText(text: string): string {
  return text.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, (mark) => {
    return `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
