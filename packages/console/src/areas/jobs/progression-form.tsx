import { useState } from 'preact/hooks';
import { callControl } from '../../api/call-control.js';
import { useControl } from '../../api/use-load.js';
import { SelectField, ServerActionForm, TextField } from '../../parts/server-action-form.js';

const rules = [
  ['immediate', 'immediately'],
  ['after', 'after a delay'],
  ['polls', 'after a number of status requests'],
  ['documented', 'as documented'],
  ['manual', 'manual'],
] as const;

/** Form that sets when new jobs complete. */
export function ProgressionForm() {
  const { value, reload } = useControl<{ progression: string }>('settings');
  const [rule, setRule] = useState<string>();
  const [amount, setAmount] = useState<string>();
  if (value === undefined) return null;
  const [current = '', detail = ''] = value.progression.split(/:(.*)/s);
  const kind = rule ?? current;
  const usual = kind === 'after' ? 'PT10S' : '3';
  const shown = amount ?? (kind === current ? detail : usual);
  const counts = kind === 'after' || kind === 'polls';
  const send = async () => {
    await callControl('PATCH settings', { progression: counts ? `${kind}:${shown === '' ? usual : shown}` : kind });
    setRule(undefined);
    setAmount(undefined);
    await reload();
    return 'Applies to new jobs.';
  };
  return (
    <section class="panel" aria-label="Job completion">
      <ServerActionForm inline button="Set" label="Job completion" send={send}>
        <SelectField
          label="Jobs complete"
          hint={`Now: ${value.progression}`}
          value={kind}
          onChange={(next) => {
            setRule(next);
            setAmount(undefined);
          }}
          options={rules}
        />
        {counts ? (
          <TextField
            label={kind === 'after' ? 'After (ISO 8601)' : 'Status requests'}
            value={shown}
            onChange={setAmount}
          />
        ) : null}
      </ServerActionForm>
    </section>
  );
}
