import { useState } from 'preact/hooks';
import { sandboxUrl } from '../../api/address.js';
import { callControl } from '../../api/call-control.js';
import type { InboxInfo } from '../../api/types.js';
import { useLoad } from '../../api/use-load.js';
import { CopyButton } from '../../parts/copy-button.js';
import { EmptyState } from '../../parts/load-states.js';
import { FormField, SelectInput, ServerActionForm, TextInput } from '../../parts/server-action-form.js';
import { currentRoute, linkTo, navigateTo } from '../../route.js';
import { InboxDetails } from './inbox-details.js';

/** Webhook inboxes of this server; any name is valid. */
export function InboxList() {
  const { value, reload } = useLoad('inboxes', () => callControl<{ inboxes: InboxInfo[] }>('GET inbox'));
  const [name, setName] = useState('');
  const inboxes = value?.inboxes ?? [];
  const chosen = currentRoute.value.parts[0] ?? inboxes[0]?.name;
  const info = inboxes.find((inbox) => inbox.name === chosen);
  const names = inboxes.map((inbox) => inbox.name);
  return (
    <section class="panel" aria-label="Inboxes">
      <h2>Inboxes</h2>
      <p class="muted">An inbox stores messages and returns the responses you choose. Give its address to a client.</p>
      <div class="columns">
        <ServerActionForm
          inline
          button="Open"
          label="Open an inbox"
          send={async () => {
            navigateTo(linkTo(`webhooks/${encodeURIComponent(name)}`));
            await reload();
          }}
        >
          <FormField label="Inbox name">
            <TextInput value={name} onChange={setName} required placeholder="orders" />
          </FormField>
        </ServerActionForm>
        {names.length === 0 ? null : (
          <FormField label="Used inboxes">
            <SelectInput
              value={chosen ?? ''}
              onChange={(next) => navigateTo(linkTo(`webhooks/${encodeURIComponent(next)}`))}
              options={[...new Set([...names, ...(chosen === undefined ? [] : [chosen])])]}
            />
          </FormField>
        )}
      </div>
      {chosen === undefined ? (
        <EmptyState title="No inboxes yet">Open an inbox to see its address.</EmptyState>
      ) : (
        <>
          <p class="address">
            <code>{new URL(`_sim/inbox/${encodeURIComponent(chosen)}`, sandboxUrl).href}</code>
            <CopyButton text={new URL(`_sim/inbox/${encodeURIComponent(chosen)}`, sandboxUrl).href}>
              Copy address
            </CopyButton>
          </p>
          <InboxDetails key={chosen} name={chosen} info={info} onChanged={reload} />
        </>
      )}
    </section>
  );
}
