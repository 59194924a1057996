import { callControl } from '../../api/call-control.js';
import type { DescribedApi } from '../../api/types.js';
import { useLoad } from '../../api/use-load.js';
import { CopyButton } from '../../parts/copy-button.js';
import { LoadError } from '../../parts/load-states.js';
import { formatTokenCommand } from './format-token-command.js';

interface AddressesProps {
  readonly sandbox: string;
  /** Base URL of the sandbox. */
  readonly url: string;
}

/** Client details: base URL, token request with the demo credentials, and description. */
export function ClientDetails({ sandbox, url }: AddressesProps) {
  const { value, error } = useLoad('apis', () => callControl<{ apis: DescribedApi[] }>('GET apis'), true);
  return (
    <section class="panel" aria-label="Addresses">
      <h2>Client settings for {sandbox}</h2>
      <p class="address">
        <span>Base URL of every API</span> <code>{url}</code> <CopyButton text={url}>Copy</CopyButton>
      </p>
      <LoadError error={error} />
      <ul class="list">
        {value?.apis.map((api) => (
          <Api key={api.name} api={api} />
        ))}
      </ul>
    </section>
  );
}

function Api({ api }: { readonly api: DescribedApi }) {
  const { name, title, operations, page, openapiJson, token } = api;
  const command = token === undefined ? undefined : formatTokenCommand(token);
  return (
    <li class="api">
      <div>
        <p>
          <strong>{name}</strong>{' '}
          <span class="muted">
            {title}, {operations} {operations === 1 ? 'operation' : 'operations'}
          </span>
        </p>
        <p>
          <a href={page}>Read and try it</a> · <a href={openapiJson}>OpenAPI</a>
        </p>
      </div>
      {command === undefined ? null : (
        <>
          <CopyButton text={command}>Copy token request</CopyButton>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
          <pre class="code" tabIndex={0}>
            {command}
          </pre>
        </>
      )}
    </li>
  );
}
