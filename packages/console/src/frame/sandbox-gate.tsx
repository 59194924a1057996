import type { ComponentChildren } from 'preact';
import { namedSandbox, serverControlUrl, toPageUrl } from '../api/address.js';
import { callControl, isSandboxDeleted } from '../api/call-control.js';
import type { Sandbox } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { ActionButton } from '../parts/buttons.js';
import { LoadError } from '../parts/load-states.js';
import { NoticeList } from '../parts/notice-list.js';

/** Shows the page only if its sandbox exists, because any call to a sandbox creates it. */
export function SandboxGate({ children }: { readonly children: ComponentChildren }) {
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
