import type { ComponentChildren } from 'preact';

export type Tone = 'good' | 'warn' | 'bad' | 'plain' | 'busy';

export function Tag({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ComponentChildren }) {
  return <span class={`tag ${tone}`}>{children}</span>;
}

/** Colour of a status, always shown with the number. */
export function toneOfStatus(status: number | undefined): Tone {
  if (status === undefined) return 'plain';
  if (status >= 500) return 'bad';
  if (status >= 400) return 'warn';
  return 'good';
}

/** Colour of a delivery or job state. */
export function toneOfState(state: string): Tone {
  const text = state.toLowerCase();
  if (/fail|refused|error|reject|lost|cancel|invalid/.test(text)) return 'bad';
  if (/pending|progress|running|wait|queue|start/.test(text)) return 'busy';
  if (/success|deliver|done|complete|finish|accept|activ/.test(text)) return 'good';
  return 'plain';
}
