import { sandboxUrl } from '../../api/address';
import { CopyButton } from '../../parts/buttons.js';
import { FactList } from '../../parts/fact-list.js';
import { Panel } from '../../parts/panel.js';

const preferences = [
  ['code=503', 'Returns this status with the error body of the API. The request has no effect.'],
  ['wait=2', 'Delays the normal response by two seconds of sandbox time.'],
  ['example=name', 'Returns the documented example with this name.'],
] as const;

/** Explains how a single request triggers a fault with the Prefer header. */
export function PreferHint() {
  const command = `curl -i -H 'Prefer: code=503' '${sandboxUrl.href}<path>'`;
  return (
    <Panel title="Single request">
      <p>
        A request with the header <code>Prefer</code> triggers a fault without a rule and without affecting other
        requests:
      </p>
      <FactList
        kind="pairs"
        facts={preferences.map(([value, effect]) => [<code key={value}>Prefer: {value}</code>, effect] as const)}
      />
      <pre class="code">{command}</pre>
      <div class="buttons">
        <CopyButton text={command}>Copy</CopyButton>
      </div>
    </Panel>
  );
}
