import { useState } from 'preact/hooks';
import { callControl } from '../../api/call-control.js';
import { useLoad } from '../../api/use-load.js';
import { FormField, SelectInput, ServerActionForm, TextInput } from '../../parts/server-action-form.js';

const rules = [
  ['immediate', 'immediately'],
  ['after', 'after a delay'],
  ['polls', 'after a number of status requests'],
  ['documented', 'as documented'],
  ['manual', 'manual'],
] as const;

/** Form that sets when new jobs complete. */
export function ProgressionForm() {
  const { value, reload } = useLoad('settings', () => callControl<{ progression: string }>('GET settings'));
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
        <FormField label="Jobs complete" hint={`Now: ${value.progression}`}>
          <SelectInput
            value={kind}
            onChange={(next) => {
              setRule(next);
              setAmount(undefined);
            }}
            options={rules}
          />
        </FormField>
        {counts ? (
          <FormField label={kind === 'after' ? 'After (ISO 8601)' : 'Status requests'}>
            <TextInput value={shown} onChange={setAmount} />
          </FormField>
        ) : null}
      </ServerActionForm>
    </section>
  );
}
