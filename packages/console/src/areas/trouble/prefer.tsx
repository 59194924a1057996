import { sandboxUrl } from '../../api/address.js';
import { Copy } from '../../parts/copy.js';

/** How a single request asks for trouble itself. */
export function Prefer() {
  const command = `curl -i -H 'Prefer: code=503' '${sandboxUrl.href}<path>'`;
  return (
    <section class="panel" aria-label="For a single request">
      <h2>For a single request</h2>
      <p>
        A client that sends the header <code>Prefer</code> gets what it asks for, without a rule and without touching
        anybody else:
      </p>
      <dl class="pairs">
        <div>
          <dt>
            <code>Prefer: code=503</code>
          </dt>
          <dd>This status, with the error body of the API. Nothing is done.</dd>
        </div>
        <div>
          <dt>
            <code>Prefer: wait=2</code>
          </dt>
          <dd>The usual answer, two seconds later on the clock of the sandbox.</dd>
        </div>
        <div>
          <dt>
            <code>Prefer: example=name</code>
          </dt>
          <dd>The documented example of this name.</dd>
        </div>
      </dl>
      <pre class="code">{command}</pre>
      <div class="buttons">
        <Copy text={command}>Copy</Copy>
      </div>
    </section>
  );
}
