import { useState } from 'preact/hooks';
import { sandboxUrl } from '../../api/address.js';
import { call } from '../../api/call.js';
import type { InboxInfo } from '../../api/types.js';
import { useLoad } from '../../api/use-load.js';
import { Copy } from '../../parts/copy.js';
import { Empty } from '../../parts/empty.js';
import { Choice, Field, Form, Text } from '../../parts/form.js';
import { goTo, linkTo, place } from '../../route.js';
import { Inbox } from './inbox.js';

/** Webhook inboxes of this server; any name is valid. */
export function Inboxes() {
  const { value, reload } = useLoad('inboxes', () => call<{ inboxes: InboxInfo[] }>('GET inbox'));
  const [name, setName] = useState('');
  const inboxes = value?.inboxes ?? [];
  const chosen = place.value.parts[0] ?? inboxes[0]?.name;
  const info = inboxes.find((inbox) => inbox.name === chosen);
  const names = inboxes.map((inbox) => inbox.name);
  return (
    <section class="panel" aria-label="Inboxes">
      <h2>Inboxes</h2>
      <p class="muted">An inbox stores messages and returns the responses you choose. Give its address to a client.</p>
      <div class="columns">
        <Form
          inline
          button="Open"
          label="Open an inbox"
          send={async () => {
            goTo(linkTo(`webhooks/${encodeURIComponent(name)}`));
            await reload();
          }}
        >
          <Field label="Inbox name">
            <Text value={name} onChange={setName} required placeholder="orders" />
          </Field>
        </Form>
        {names.length === 0 ? null : (
          <Field label="Used inboxes">
            <Choice
              value={chosen ?? ''}
              onChange={(next) => goTo(linkTo(`webhooks/${encodeURIComponent(next)}`))}
              options={[...new Set([...names, ...(chosen === undefined ? [] : [chosen])])]}
            />
          </Field>
        )}
      </div>
      {chosen === undefined ? (
        <Empty title="No inboxes yet">Open an inbox to see its address.</Empty>
      ) : (
        <>
          <p class="address">
            <code>{new URL(`_sim/inbox/${encodeURIComponent(chosen)}`, sandboxUrl).href}</code>
            <Copy text={new URL(`_sim/inbox/${encodeURIComponent(chosen)}`, sandboxUrl).href}>Copy address</Copy>
          </p>
          <Inbox key={chosen} name={chosen} info={info} onChanged={reload} />
        </>
      )}
    </section>
  );
}
