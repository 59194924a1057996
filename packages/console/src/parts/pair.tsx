import type { ComponentChildren } from 'preact';

interface PairProps {
  readonly label: string;
  readonly isChosen: boolean;
  readonly list: ComponentChildren;
  /** The details of the chosen item. */
  readonly children: ComponentChildren;
}

/** A list and details. Narrow screens show only one of them. */
export function Pair({ label, isChosen, list, children }: PairProps) {
  return (
    <div class={isChosen ? 'pair chosen' : 'pair'}>
      <section class="panel pair-list" aria-label={label}>
        {list}
      </section>
      {children}
    </div>
  );
}

interface LinkGroupProps {
  readonly title: string;
  readonly isCounted?: boolean;
  readonly children: ComponentChildren;
}

/** A titled group of links in a list. */
export function LinkGroup({ title, isCounted = false, children }: LinkGroupProps) {
  return (
    <div>
      <h2 class="group">{title}</h2>
      <ul class={isCounted ? 'links counted' : 'links'}>{children}</ul>
    </div>
  );
}

interface ListLinkProps {
  readonly href: string;
  readonly isCurrent: boolean;
  readonly children: ComponentChildren;
}

export function ListLink({ href, isCurrent, children }: ListLinkProps) {
  return (
    <li>
      <a href={href} aria-current={isCurrent ? 'true' : undefined}>
        {children}
      </a>
    </li>
  );
}

interface DetailProps {
  readonly label: string;
  /** Default: the label. */
  readonly title?: ComponentChildren;
  /** Link and name of the list. */
  readonly back: readonly [href: string, name: string];
  /** True if wide screens also show the link. */
  readonly hasBack?: boolean;
  readonly about?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Detail({ label, title = label, back: [href, name], hasBack = false, about, children }: DetailProps) {
  return (
    <section class="panel" aria-label={label}>
      <div>
        <a class={hasBack ? 'back always' : 'back'} href={href}>
          ← {name}
        </a>
        <h2>{title}</h2>
        {about}
      </div>
      {children}
    </section>
  );
}
