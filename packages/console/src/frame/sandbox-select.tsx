import { toPageUrl } from '../api/address.js';
import type { Sandbox } from '../api/types.js';
import { useControl, useServerInfo } from '../api/use-load.js';
import { SelectInput } from '../parts/server-action-form.js';
import { currentRoute } from '../route.js';

export function SandboxSelect() {
  const { value: info } = useServerInfo();
  const { value } = useControl<{ sandboxes: Sandbox[] }>('sandboxes', true);
  const current = info?.sandbox ?? '';
  const names = value?.sandboxes.map(({ name }) => name) ?? [current];
  return (
    <div class="sandbox-choice">
      <SelectInput
        label="Sandbox"
        value={current}
        options={names}
        onChange={(name) => location.assign(toPageUrl(name, currentRoute.value.area))}
      />
    </div>
  );
}
