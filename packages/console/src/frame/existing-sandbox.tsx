import type { ComponentChildren } from 'preact';
import { namedSandbox, pageOf, serverControl } from '../api/address.js';
import { call } from '../api/call.js';
import type { Sandbox } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { Act } from '../parts/act.js';
import { Failed } from '../parts/empty.js';
import { Notices } from '../parts/notice.js';

/** Shows the page only if its sandbox exists, because any call to a sandbox creates it. */
export function ExistingSandbox({ children }: { readonly children: ComponentChildren }) {
  const name = namedSandbox;
  const { value, error, reload } = useLoad(name, exists, true);
  if (name === undefined || value === true) return <>{children}</>;
  if (value === undefined) return <Failed error={error} />;
  const create = async () => {
    await call('POST sandboxes', { name }, serverControl);
    await reload();
  };
  return (
    <main class="ask">
      <div class="panel">
        <h1>There is no sandbox "{name}"</h1>
        <p>Create it here, or send a request to its address.</p>
        <p class="buttons">
          <Act run={create}>Create it</Act>
          <a class="button" href={pageOf('default', 'sandboxes')}>
            Show all sandboxes
          </a>
        </p>
      </div>
      <Notices />
    </main>
  );
}

async function exists(name: string): Promise<boolean> {
  const { sandboxes } = await call<{ sandboxes: Sandbox[] }>('GET sandboxes', undefined, serverControl);
  return sandboxes.some((sandbox) => sandbox.name === name);
}
