import { sandboxUrl } from '../../api/address';
import { CopyButton } from '../../parts/copy-button';

/** Explains how a single request triggers a fault with the Prefer header. */
export function PreferHint() {
  const command = `curl -i -H 'Prefer: code=503' '${sandboxUrl.href}<path>'`;
  return (
    <section class="panel" aria-label="Single request">
      <h2>Single request</h2>
      <p>
        A request with the header <code>Prefer</code> triggers a fault without a rule and without affecting other
        requests:
      </p>
      <dl class="pairs">
        <div>
          <dt>
            <code>Prefer: code=503</code>
          </dt>
          <dd>Returns this status with the error body of the API. The request has no effect.</dd>
        </div>
        <div>
          <dt>
            <code>Prefer: wait=2</code>
          </dt>
          <dd>Delays the normal response by two seconds of sandbox time.</dd>
        </div>
        <div>
          <dt>
            <code>Prefer: example=name</code>
          </dt>
          <dd>Returns the documented example with this name.</dd>
        </div>
      </dl>
      <pre class="code">{command}</pre>
      <div class="buttons">
        <CopyButton text={command}>Copy</CopyButton>
      </div>
    </section>
  );
}
