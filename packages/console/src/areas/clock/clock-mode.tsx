import { useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import type { Clock } from '../../api/types.js';
import { Choice, Field, Form, Text } from '../../parts/form.js';

const about = {
  real: 'The clock runs in real time.',
  manual: 'The clock is paused until you advance it.',
  scaled: 'The clock runs faster or slower than real time.',
} as const;

/** Form for the clock mode. */
export function ClockMode({ clock, onChanged }: { readonly clock: Clock; readonly onChanged: () => Promise<void> }) {
  const [chosen, setChosen] = useState<Clock['mode']>();
  const [scale, setScale] = useState('60');
  const mode = chosen ?? clock.mode;
  const send = async () => {
    await call('PUT clock', mode === 'scaled' ? { mode, scale: Number(scale) } : { mode });
    setChosen(undefined);
    await onChanged();
    return 'Clock mode changed.';
  };
  return (
    <Form inline send={send} button="Set" label="Clock mode">
      <Field label="Clock mode" hint={about[mode]}>
        <Choice
          value={mode}
          onChange={(value) => setChosen(value === 'real' || value === 'scaled' ? value : 'manual')}
          options={[
            ['real', 'real time'],
            ['manual', 'manual'],
            ['scaled', 'scaled'],
          ]}
        />
      </Field>
      {mode === 'scaled' ? (
        <Field label="Speed factor">
          <Text type="number" value={scale} onChange={setScale} step="any" />
        </Field>
      ) : null}
    </Form>
  );
}
