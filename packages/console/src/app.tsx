import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { namedSandbox, serverControlUrl, toPageUrl } from './api/address.js';
import { callControl, isSandboxDeleted, isUnreachable, signOut, tokenPrompt } from './api/call-control.js';
import { connectionState, followJournal, restartCount } from './api/journal.js';
import { isReadOnly, serverInfo } from './api/server-info.js';
import type { ActiveFault, Sandbox } from './api/types.js';
import { useControl, useLoad, useServerInfo } from './api/use-load.js';
import { consoleAreas } from './areas/areas.js';
import { Shortcuts } from './commands/shortcuts.js';
import { SignInForm } from './frame/sign-in-form.js';
import { useClock } from './frame/use-clock.js';
import { ActionButton } from './parts/buttons.js';
import { localTime } from './parts/instant-text.js';
import { LoadError, LoadingState } from './parts/load-states.js';
import { NoticeList, showError, showNotice } from './parts/notice-list.js';
import { AreaHeading } from './parts/panel.js';
import { SelectInput } from './parts/server-action-form.js';
import { currentRoute, linkTo } from './route.js';
import { parseTheme, themeSignal } from './theme.js';

/** The page. It first asks the user to sign in and checks that the sandbox exists. */
export function App() {
  if (tokenPrompt.value !== 'no') return <SignInForm />;
  return (
    <SandboxGate>
      <Console />
    </SandboxGate>
  );
}

/** The frame around the current area. */
function Console() {
  const { area, parts } = currentRoute.value;
  const shown = consoleAreas.find(({ name }) => name === area);
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    void followJournal();
  }, []);
  useEffect(() => {
    main.current?.scrollTo(0, 0);
  }, [shown]);
  const title = [...parts].reverse().concat(shown?.title ?? 'Page not found', namedSandbox ?? [], 'Understudy');
  useEffect(() => {
    document.title = title.join(' · ');
  }, [title.join(' · ')]);
  const restarts = restartCount.value;
  useEffect(() => {
    if (restarts > 0) showNotice('The server was restarted.');
  }, [restarts]);
  const token = serverInfo.value?.token;
  return (
    <div class="app">
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <header class="top">
        <a class="brand" href={linkTo('overview')} aria-label="Understudy">
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <rect width="16" height="16" rx="4" />
            <path d="M5 4v5a3 3 0 0 0 6 0V4" />
          </svg>
          <span>Understudy</span>
        </a>
        <SandboxSelect />
        <ClockChip />
        <ActiveRules />
        <Connection />
        <ThemeSelect />
        {token === undefined ? null : (
          <button type="button" onClick={() => void signOut().catch(showError)}>
            Sign out
          </button>
        )}
      </header>
      <Navigation current={shown?.name ?? ''} />
      <main id="main" class="main" ref={main} tabIndex={-1}>
        {token !== undefined && isReadOnly() ? (
          <p class="callout info">
            The control token "{token.name}" is read-only. Buttons that change state are hidden.
          </p>
        ) : null}
        {shown === undefined ? <NoSuchPage /> : <Area key={shown.name} load={shown.load} />}
      </main>
      <NoticeList />
      <Shortcuts />
    </div>
  );
}

/** A link to the active fault rules, so that users can see why requests fail. */
function ActiveRules() {
  const { value } = useControl<{ faults: ActiveFault[] }>('faults');
  const count = value?.faults.filter(({ enabled }) => enabled !== false).length ?? 0;
  if (count === 0) return null;
  return (
    <a class="connection rules" href={linkTo('faults')}>
      {count === 1 ? '1 fault rule' : `${count} fault rules`}
    </a>
  );
}

function Connection() {
  const state = isUnreachable.value && connectionState.value === 'live' ? 'lost' : connectionState.value;
  return (
    <span class={`connection ${state}`} role="status">
      {{ connecting: 'Connecting', live: 'Live', lost: 'Connection lost' }[state]}
    </span>
  );
}

function NoSuchPage() {
  return (
    <>
      <AreaHeading title="Page not found" about="Check the address. It can also belong to another version." />
      <a href={linkTo('traffic')}>Show traffic</a>
    </>
  );
}

function Area({ load }: { readonly load: () => Promise<ComponentType> }) {
  const [Part, setPart] = useState<ComponentType>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    load().then(
      (part) => setPart(() => part),
      () => setError('This area cannot be loaded. Reload the page if the server was updated.'),
    );
  }, [load]);
  return Part === undefined ? <LoadingState error={error} /> : <Part />;
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
        {consoleAreas.map(({ name, title }) => (
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

/** The current time of the sandbox. */
function ClockChip() {
  const clock = useClock();
  if (clock === undefined) return <span class="clock-chip" />;
  const { now, mode, scale } = clock;
  return (
    <a class="clock-chip" href={linkTo('clock')}>
      <span class="clock-now">
        <span class="visually-hidden">Clock </span>
        <span class="clock-date">{now.slice(0, 10)} </span>
        {now.slice(11, 19)} <span class="clock-mode">UTC</span>
      </span>
      {new Date(now).getTimezoneOffset() === 0 ? null : <span class="clock-mode">{localTime(now)}</span>}
      <span class="clock-mode">{mode === 'scaled' ? `${scale}×` : mode}</span>
    </a>
  );
}

function ThemeSelect() {
  return (
    <div class="theme-choice">
      <SelectInput
        label="Colours"
        value={themeSignal.value}
        onChange={(value) => {
          themeSignal.value = parseTheme(value);
        }}
        options={[
          ['system', 'Auto'],
          ['light', 'Light'],
          ['dark', 'Dark'],
        ]}
      />
    </div>
  );
}

function SandboxSelect() {
  const { value: info } = useServerInfo();
  const { value } = useControl<{ sandboxes: Sandbox[] }>('sandboxes', true);
  const current = info?.sandbox ?? '';
  const names = value?.sandboxes.map(({ name }) => name) ?? [current];
  return (
    <div class="sandbox-choice">
      <SelectInput
        label="Sandbox"
        value={current}
        options={names}
        onChange={(name) => location.assign(toPageUrl(name, currentRoute.value.area))}
      />
    </div>
  );
}

/** Shows the page only if its sandbox exists, because any call to a sandbox creates it. */
function SandboxGate({ children }: { readonly children: ComponentChildren }) {
  const name = namedSandbox;
  const { value, error, reload } = useLoad(name, exists, true);
  const isDeleted = isSandboxDeleted.value;
  if (name === undefined || (value === true && !isDeleted)) return <>{children}</>;
  if (value === undefined) return <LoadError error={error} />;
  const create = async () => {
    await callControl('POST sandboxes', { name }, serverControlUrl);
    await reload();
    isSandboxDeleted.value = false;
  };
  return (
    <main class="ask">
      <div class="panel">
        <h1>{isDeleted ? 'This sandbox was deleted' : `There is no sandbox "${name}"`}</h1>
        <p>
          {isDeleted ? `Its data no longer exists. ` : ''}Create {isDeleted ? `"${name}" again` : 'it'} here, or send a
          request to its address.
        </p>
        <p class="buttons">
          <ActionButton run={create}>{isDeleted ? 'Create it again' : 'Create it'}</ActionButton>
          <a class="button" href={toPageUrl('default', 'sandboxes')}>
            Show all sandboxes
          </a>
        </p>
      </div>
      <NoticeList />
    </main>
  );
}

async function exists(name: string): Promise<boolean> {
  const { sandboxes } = await callControl<{ sandboxes: Sandbox[] }>('GET sandboxes', undefined, serverControlUrl);
  return sandboxes.some((sandbox) => sandbox.name === name);
}
