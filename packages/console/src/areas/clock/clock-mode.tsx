import { useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import type { Clock } from '../../api/types.js';
import { Choice, Field, Form, Text } from '../../parts/form.js';

const about = {
  real: 'It runs with the clock of the machine.',
  manual: 'It stands still until it is advanced.',
  scaled: 'It runs faster or slower than the machine.',
} as const;

/** How time passes. */
export function ClockMode({ clock, onChanged }: { readonly clock: Clock; readonly onChanged: () => Promise<void> }) {
  const [chosen, setChosen] = useState<Clock['mode']>();
  const [scale, setScale] = useState('60');
  const mode = chosen ?? clock.mode;
  const send = async () => {
    await call('PUT clock', mode === 'scaled' ? { mode, scale: Number(scale) } : { mode });
    setChosen(undefined);
    await onChanged();
    return 'The clock runs differently now.';
  };
  return (
    <Form inline send={send} button="Set" label="How time passes">
      <Field label="Time passes" hint={about[mode]}>
        <Choice
          value={mode}
          onChange={(value) => setChosen(value === 'real' || value === 'scaled' ? value : 'manual')}
          options={[
            ['real', 'as on the machine'],
            ['manual', 'only by hand'],
            ['scaled', 'at another speed'],
          ]}
        />
      </Field>
      {mode === 'scaled' ? (
        <Field label="Times as fast">
          <Text type="number" value={scale} onChange={setScale} step="any" />
        </Field>
      ) : null}
    </Form>
  );
}
