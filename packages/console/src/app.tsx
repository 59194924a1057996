import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { needsToken } from './api/call.js';
import { connection, follow } from './api/journal.js';
import { areas } from './areas/areas.js';
import { AskForToken } from './frame/ask-for-token.js';
import { ClockChip } from './frame/clock-chip.js';
import { SandboxChoice } from './frame/sandbox-choice.js';
import { ThemeChoice } from './frame/theme-choice.js';
import { Notices } from './parts/notice.js';
import { linkTo, place } from './route.js';

/** The page: what belongs to all areas around the one that is shown. */
export function App() {
  const { area } = place.value;
  const shown = areas.find(({ name }) => name === area) ?? areas[0];
  const main = useRef<HTMLElement>(null);
  const asks = needsToken.value !== 'no';
  useEffect(() => {
    if (!asks) void follow();
  }, [asks]);
  useEffect(() => {
    document.title = `${shown?.title ?? ''} · Understudy`;
    main.current?.scrollTo(0, 0);
  }, [shown]);
  if (asks) return <AskForToken />;
  return (
    <div class="app">
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <header class="top">
        <a class="brand" href={linkTo('traffic')}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <rect width="16" height="16" rx="4" />
            <path d="M5 4v5a3 3 0 0 0 6 0V4" />
          </svg>
          <span>Understudy</span>
        </a>
        <SandboxChoice />
        <ClockChip />
        <span class={`connection ${connection.value}`} role="status">
          {{ connecting: 'Connecting', live: 'Live', lost: 'Connection lost' }[connection.value]}
        </span>
        <ThemeChoice />
      </header>
      <Navigation current={shown?.name ?? ''} />
      <main id="main" class="main" ref={main} tabIndex={-1}>
        {shown === undefined ? null : <Area key={shown.name} of={shown.part} />}
      </main>
      <Notices />
    </div>
  );
}

function Area({ of: Part }: { readonly of: ComponentType }) {
  return <Part />;
}

function Navigation({ current }: { readonly current: string }) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const link = list.current?.querySelector('[aria-current]');
    const frame = list.current;
    if (link instanceof HTMLElement && frame !== null) frame.scrollLeft = link.offsetLeft - frame.clientWidth / 3;
  }, [current]);
  return (
    <nav class="nav" aria-label="Areas">
      <ul ref={list}>
        {areas.map(({ name, title }) => (
          <li key={name}>
            <a href={linkTo(name)} aria-current={name === current ? 'page' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
