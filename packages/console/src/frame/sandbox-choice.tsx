import { pageOf } from '../api/address.js';
import { call } from '../api/call.js';
import type { Info, Sandbox } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { Choice } from '../parts/form.js';
import { place } from '../route.js';

/** Selects the sandbox; each one has its own address. */
export function SandboxChoice() {
  const { value: info } = useLoad('info', () => call<Info>('GET '), true);
  const { value } = useLoad('sandboxes', () => call<{ sandboxes: Sandbox[] }>('GET sandboxes'), true);
  const current = info?.sandbox ?? '';
  const names = value?.sandboxes.map(({ name }) => name) ?? [current];
  return (
    <div class="sandbox-choice">
      <Choice
        label="Sandbox"
        value={current}
        options={names}
        onChange={(name) => location.assign(pageOf(name, place.value.area))}
      />
    </div>
  );
}
