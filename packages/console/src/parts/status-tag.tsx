import type { ComponentChildren } from 'preact';

export type TagTone = 'good' | 'warn' | 'bad' | 'plain' | 'busy';

export function StatusTag({ tone = 'plain', children }: Readonly<{ tone?: TagTone; children: ComponentChildren }>) {
  return <span class={`tag ${tone}`}>{children}</span>;
}

/** Colour of a status, always shown with the number. */
export function chooseStatusTone(status: number | undefined): TagTone {
  if (status === undefined) return 'plain';
  if (status >= 500) return 'bad';
  if (status >= 400) return 'warn';
  return 'good';
}

/** Colour of a delivery or job state. */
export function chooseStateTone(state: string): TagTone {
  const text = state.toLowerCase();
  if (/fail|refused|error|reject|lost|cancel|invalid/.test(text)) return 'bad';
  if (/pending|progress|running|wait|queue|start/.test(text)) return 'busy';
  if (/success|deliver|done|complete|finish|accept|activ/.test(text)) return 'good';
  return 'plain';
}
