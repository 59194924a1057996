import type { Info } from '../../api/types.js';
import { Copy } from '../../parts/copy.js';

/** What a client needs to be configured with. */
export function Addresses({ info }: { readonly info: Info }) {
  return (
    <section class="panel" aria-label="Addresses">
      <h2>Addresses of {info.sandbox}</h2>
      <ul class="list">
        {info.apis.map(({ name, baseUrl, operations }) => (
          <li key={name}>
            <span>
              <strong>{name}</strong> <code>{baseUrl}</code> <span class="muted">{operations} operations</span>
            </span>
            <Copy text={baseUrl}>Copy</Copy>
          </li>
        ))}
      </ul>
    </section>
  );
}
