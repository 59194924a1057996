import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { needsToken, signOut } from './api/call.js';
import { info, onlyReads } from './api/info.js';
import { connection, follow } from './api/journal.js';
import { areas } from './areas/areas.js';
import { AskForToken } from './frame/ask-for-token.js';
import { ClockChip } from './frame/clock-chip.js';
import { ExistingSandbox } from './frame/existing-sandbox.js';
import { SandboxChoice } from './frame/sandbox-choice.js';
import { ThemeChoice } from './frame/theme-choice.js';
import { Heading } from './parts/heading.js';
import { Notices, sayError } from './parts/notice.js';
import { linkTo, place } from './route.js';

/** The page, after sign-in and once its sandbox exists. */
export function App() {
  if (needsToken.value !== 'no') return <AskForToken />;
  return (
    <ExistingSandbox>
      <Console />
    </ExistingSandbox>
  );
}

/** The frame around the current area. */
function Console() {
  const { area } = place.value;
  const shown = areas.find(({ name }) => name === area);
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    void follow();
  }, []);
  useEffect(() => {
    document.title = `${shown?.title ?? 'Page not found'} · Understudy`;
    main.current?.scrollTo(0, 0);
  }, [shown]);
  const token = info.value?.token;
  return (
    <div class="app">
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <header class="top">
        <a class="brand" href={linkTo('traffic')} aria-label="Understudy">
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
        {token === undefined ? null : (
          <button type="button" onClick={() => void signOut().catch(sayError)}>
            Sign out
          </button>
        )}
      </header>
      <Navigation current={shown?.name ?? ''} />
      <main id="main" class="main" ref={main} tabIndex={-1}>
        {token !== undefined && onlyReads() ? (
          <p class="callout info">
            The control token "{token.name}" is read-only. Buttons that change state are disabled.
          </p>
        ) : null}
        {shown === undefined ? <NoSuchPage /> : <Area key={shown.name} of={shown.part} />}
      </main>
      <Notices />
    </div>
  );
}

function NoSuchPage() {
  return (
    <>
      <Heading title="Page not found" about="Check the address. It can also belong to another version." />
      <a href={linkTo('traffic')}>Show traffic</a>
    </>
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
