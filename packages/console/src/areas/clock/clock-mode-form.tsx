import { useState } from 'preact/hooks';
import { callControl } from '../../api/call-control.js';
import type { ClockState } from '../../api/types.js';
import { SelectField, ServerActionForm, TextField, useField } from '../../parts/server-action-form.js';

const about = {
  real: 'The clock runs in real time.',
  manual: 'The clock is paused until you advance it.',
  scaled: 'The clock runs faster or slower than real time.',
} as const;

export function ClockModeForm({ clock, onChanged }: Readonly<{ clock: ClockState; onChanged: () => Promise<void> }>) {
  const [chosen, setChosen] = useState<ClockState['mode']>();
  const scale = useField('60');
  const mode = chosen ?? clock.mode;
  const send = async () => {
    await callControl('PUT clock', mode === 'scaled' ? { mode, scale: Number(scale.value) } : { mode });
    setChosen(undefined);
    await onChanged();
    return 'Clock mode changed.';
  };
  return (
    <ServerActionForm inline send={send} button="Set" label="Clock mode">
      <SelectField
        label="Clock mode"
        hint={about[mode]}
        value={mode}
        onChange={(value) => setChosen(value === 'real' || value === 'scaled' ? value : 'manual')}
        options={[['real', 'real time'], 'manual', 'scaled']}
      />
      {mode === 'scaled' ? <TextField label="Speed factor" type="number" {...scale} step="any" /> : null}
    </ServerActionForm>
  );
}
