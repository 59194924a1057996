import { sandboxUrl } from '../../api/address.js';
import type { InboxInfo } from '../../api/types.js';
import { useControl } from '../../api/use-load.js';
import { CopyButton } from '../../parts/buttons.js';
import { EmptyState } from '../../parts/load-states.js';
import { Panel } from '../../parts/panel.js';
import { SelectField, ServerActionForm, TextField, useField } from '../../parts/server-action-form.js';
import { currentRoute, linkTo, navigateTo } from '../../route.js';
import { InboxDetails } from './inbox-details.js';

/** Webhook inboxes of this server; any name is valid. */
export function InboxList() {
  const { value, reload } = useControl<{ inboxes: InboxInfo[] }>('inbox');
  const name = useField();
  const inboxes = value?.inboxes ?? [];
  const chosen = currentRoute.value.parts[0] ?? inboxes[0]?.name;
  const info = inboxes.find((inbox) => inbox.name === chosen);
  const names = inboxes.map((inbox) => inbox.name);
  const open = (inbox: string) => navigateTo(linkTo(`webhooks/${encodeURIComponent(inbox)}`));
  const address = new URL(`_sim/inbox/${encodeURIComponent(chosen ?? '')}`, sandboxUrl).href;
  return (
    <Panel title="Inboxes">
      <p class="muted">An inbox stores messages and returns the responses you choose. Give its address to a client.</p>
      <div class="columns">
        <ServerActionForm
          inline
          button="Open"
          label="Open an inbox"
          send={async () => {
            open(name.value);
            await reload();
          }}
        >
          <TextField label="Inbox name" {...name} required placeholder="orders" />
        </ServerActionForm>
        {names.length === 0 ? null : (
          <SelectField
            label="Used inboxes"
            value={chosen ?? ''}
            onChange={open}
            options={[...new Set([...names, ...(chosen === undefined ? [] : [chosen])])]}
          />
        )}
      </div>
      {chosen === undefined ? (
        <EmptyState title="No inboxes yet">Open an inbox to see its address.</EmptyState>
      ) : (
        <>
          <p class="address">
            <code>{address}</code>
            <CopyButton text={address}>Copy address</CopyButton>
          </p>
          <InboxDetails key={chosen} name={chosen} info={info} onChanged={reload} />
        </>
      )}
    </Panel>
  );
}
