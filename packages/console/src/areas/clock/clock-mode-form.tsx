import { useState } from 'preact/hooks';
import { callControl } from '../../api/call-control.js';
import type { ClockState } from '../../api/types.js';
import { FormField, SelectInput, ServerActionForm, TextInput } from '../../parts/server-action-form.js';

const about = {
  real: 'The clock runs in real time.',
  manual: 'The clock is paused until you advance it.',
  scaled: 'The clock runs faster or slower than real time.',
} as const;

export function ClockModeForm({
  clock,
  onChanged,
}: {
  readonly clock: ClockState;
  readonly onChanged: () => Promise<void>;
}) {
  const [chosen, setChosen] = useState<ClockState['mode']>();
  const [scale, setScale] = useState('60');
  const mode = chosen ?? clock.mode;
  const send = async () => {
    await callControl('PUT clock', mode === 'scaled' ? { mode, scale: Number(scale) } : { mode });
    setChosen(undefined);
    await onChanged();
    return 'Clock mode changed.';
  };
  return (
    <ServerActionForm inline send={send} button="Set" label="Clock mode">
      <FormField label="Clock mode" hint={about[mode]}>
        <SelectInput
          value={mode}
          onChange={(value) => setChosen(value === 'real' || value === 'scaled' ? value : 'manual')}
          options={[
            ['real', 'real time'],
            ['manual', 'manual'],
            ['scaled', 'scaled'],
          ]}
        />
      </FormField>
      {mode === 'scaled' ? (
        <FormField label="Speed factor">
          <TextInput type="number" value={scale} onChange={setScale} step="any" />
        </FormField>
      ) : null}
    </ServerActionForm>
  );
}
