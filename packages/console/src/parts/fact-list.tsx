import type { ComponentChildren } from 'preact';

interface FactListProps {
  readonly kind: 'facts' | 'headers' | 'keys' | 'pairs';
  readonly facts: ReadonlyArray<readonly [name: ComponentChildren, value: ComponentChildren]>;
}

/** Names with values. */
export function FactList({ kind, facts }: FactListProps) {
  return (
    <dl class={kind}>
      {facts.map(([name, value], index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
