import { useEffect, useRef, useState } from 'preact/hooks';
import { toPageUrl } from '../api/address.js';
import { callControl } from '../api/call-control.js';
import { useCollections } from '../api/known-keys.js';
import { loadDescription } from '../api/load-description.js';
import { isReadOnly } from '../api/server-info.js';
import type { DueTimer, Sandbox, ServerInfo, StoredEntry } from '../api/types.js';
import { useControl, useLoad, useServerInfo } from '../api/use-load.js';
import { consoleAreas } from '../areas/areas.js';
import { findLabel } from '../areas/data/to-table.js';
import { Modal } from '../parts/modal.js';
import { showError, showNotice } from '../parts/notice-list.js';
import { useSettled } from '../parts/use-settled.js';
import { currentRoute, linkTo, navigateTo, toRecordLink } from '../route.js';

interface Command {
  readonly name: string;
  readonly kind: string;
  readonly run: () => unknown;
}

/** Commands shown at a time. */
const most = 12;

/** Finds areas, collections, operations, actions and sandboxes by name, and runs commands. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [index, setIndex] = useState(0);
  const [isWaiting, setWaiting] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const words = text.toLowerCase().split(/\s+/);
  const matching = useCommands().filter(({ name, kind }) =>
    words.every((word) => `${name} ${kind}`.toLowerCase().includes(word)),
  );
  const records = useRecords(text.trim());
  const found = [...matching.slice(0, most - records.length), ...records];
  const chosen = Math.min(index, found.length - 1);
  useEffect(() => list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' }));
  const run = (command: Command | undefined) => {
    // Names from the server can still be loading.
    if (command === undefined) return setWaiting(true);
    onClose();
    Promise.resolve(command.run()).catch(showError);
  };
  useEffect(() => {
    if (isWaiting && found[0] !== undefined) run(found[0]);
  });
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setIndex((chosen + step + found.length) % Math.max(1, found.length));
    else if (event.key === 'Enter') run(found[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <Modal title="Go to or run" onClose={onClose}>
      <input
        type="text"
        role="combobox"
        aria-label="Search commands"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={found.length === 0 ? undefined : `palette-${chosen}`}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setIndex(0);
          setWaiting(false);
        }}
        onKeyDown={onKey}
      />
      <div id="palette-list" class="palette" role="listbox" aria-label="Commands" ref={list}>
        {found.map((command, position) => (
          // biome-ignore lint/a11y: the field above has the focus and handles the keys
          <div
            key={`${command.kind} ${command.name}`}
            id={`palette-${position}`}
            role="option"
            aria-selected={position === chosen}
            onClick={() => run(command)}
          >
            {command.name} <span class="muted">{command.kind}</span>
          </div>
        ))}
      </div>
      {found.length === 0 ? <p class="muted">No matching command.</p> : null}
    </Modal>
  );
}

/**
 * Minimum text length for a record search, and maximum numbers of searched collections and of records shown for each.
 */
const [shortestText, mostCollections, mostRecords] = [3, 100, 2];

/** Commands that open the records containing a text. */
function useRecords(text: string): Command[] {
  const { value: collections = [] } = useCollections();
  const settled = useSettled(text, 250);
  const key = settled.length < shortestText ? undefined : settled;
  const { value = [] } = useLoad(
    key,
    async () => {
      const searched = collections.filter(({ count }) => count > 0).slice(0, mostCollections);
      const found = searched.map(async (collection) => {
        const { api, collection: name, clientId, tenantId } = collection;
        const owner = clientId === undefined || tenantId === undefined ? {} : { clientId, tenantId };
        const query = new URLSearchParams({ ...owner, text: settled, limit: String(mostRecords) });
        const path = `records/${api}/${encodeURIComponent(name)}?${query}`;
        const { records } = await callControl<{ records: StoredEntry[] }>(`GET ${path}`);
        return records.map(
          ({ key: each, value: record }): Command => ({
            kind: `record of ${name}`,
            name: [each, findLabel(record)].filter(Boolean).join(' · '),
            run: () => navigateTo(toRecordLink(collection, each)),
          }),
        );
      });
      return (await Promise.all(found)).flat().slice(0, most / 2);
    },
    true,
  );
  return key === undefined ? [] : value;
}

function useCommands(): Command[] {
  const { value: collections = [] } = useCollections();
  const { value: info } = useServerInfo();
  const { value: sandboxes } = useControl<{ sandboxes: Sandbox[] }>('sandboxes', true);
  const { value: operations = [] } = useLoad(
    info === undefined ? undefined : 'operations',
    () => operationsOf(info),
    true,
  );
  const go = (kind: string, name: string, link: string): Command => ({ kind, name, run: () => navigateTo(link) });
  return [
    ...consoleAreas.map(({ name, title }) => go('area', title, linkTo(name))),
    ...(isReadOnly() ? [] : commands),
    { kind: 'command', name: 'Copy a link to this page', run: copyLink },
    ...collections.map((each) =>
      go(
        `${each.api} records ${each.tenantId === undefined ? '' : `(${each.tenantId})`}`,
        each.collection,
        toRecordLink(each),
      ),
    ),
    ...(info?.apis ?? []).flatMap(({ name: api, actions }) =>
      actions.map(({ name, summary }) => go(`${api} action: ${summary}`, name, linkTo(`simulate/${api}/${name}`))),
    ),
    ...operations.map(({ api, id, about }) => go(`operation of ${api}: ${about}`, id, linkTo(`apis/${api}/${id}`))),
    ...(sandboxes?.sandboxes ?? []).map(({ name }) => ({
      kind: 'sandbox',
      name,
      run: () => location.assign(toPageUrl(name, currentRoute.value.area)),
    })),
  ];
}

const commands: readonly Command[] = [
  { kind: 'command', name: 'Advance to the next event', run: advanceToNext },
  ...[['an hour', 'PT1H'] as const, ['a day', 'P1D'] as const, ['a month', 'P30D'] as const].map(([name, by]) => ({
    kind: 'command',
    name: `Advance the clock by ${name}`,
    run: async () => showNotice(`It is now ${(await callControl<{ now: string }>('POST clock/advance', { by })).now}.`),
  })),
  {
    kind: 'command',
    name: 'Undo the latest edit',
    run: async () => {
      await callControl('POST undo', {});
      showNotice('Undone.');
    },
  },
  {
    kind: 'command',
    name: 'Save a snapshot',
    run: async () => {
      const name = `snapshot-${(await callControl<{ snapshots: unknown[] }>('GET snapshots')).snapshots.length + 1}`;
      await callControl(`PUT snapshots/${name}`);
      showNotice(`Saved snapshot ${name}.`);
    },
  },
];

async function advanceToNext(): Promise<void> {
  const [next] = (await callControl<{ timers: DueTimer[] }>('GET timers')).timers;
  if (next === undefined) return showNotice('Nothing is due.');
  const { now } = await callControl<{ now: string }>('POST clock/advance', { to: next.at });
  showNotice(`It is now ${now}.`);
}

async function copyLink(): Promise<void> {
  await navigator.clipboard.writeText(location.href);
  showNotice('Copied.');
}

async function operationsOf(info: ServerInfo | undefined) {
  const lists = (info?.apis ?? []).map(async ({ name: api }) =>
    ((await loadDescription(api))?.operations ?? []).map(({ operationId: id, method, path }) => ({
      api,
      id,
      about: `${method} ${path}`,
    })),
  );
  return (await Promise.all(lists)).flat();
}
