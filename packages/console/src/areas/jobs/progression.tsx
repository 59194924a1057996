import { useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { Choice, Field, Form, Text } from '../../parts/form.js';

const rules = [
  ['immediate', 'immediately'],
  ['after', 'after a delay'],
  ['polls', 'after a number of status requests'],
  ['documented', 'as documented'],
  ['manual', 'manual'],
] as const;

/** Form for when new jobs complete. */
export function Progression() {
  const { value, reload } = useLoad('settings', () => call<{ progression: string }>('GET settings'));
  const [rule, setRule] = useState<string>();
  const [amount, setAmount] = useState<string>();
  if (value === undefined) return null;
  const [current = '', detail = ''] = value.progression.split(/:(.*)/s);
  const kind = rule ?? current;
  const usual = kind === 'after' ? 'PT10S' : '3';
  const shown = amount ?? (kind === current ? detail : usual);
  const counts = kind === 'after' || kind === 'polls';
  const send = async () => {
    await call('PATCH settings', { progression: counts ? `${kind}:${shown === '' ? usual : shown}` : kind });
    setRule(undefined);
    setAmount(undefined);
    await reload();
    return 'Applies to new jobs.';
  };
  return (
    <section class="panel" aria-label="Job completion">
      <Form inline button="Set" label="Job completion" send={send}>
        <Field label="Jobs complete" hint={`Now: ${value.progression}`}>
          <Choice
            value={kind}
            onChange={(next) => {
              setRule(next);
              setAmount(undefined);
            }}
            options={rules}
          />
        </Field>
        {counts ? (
          <Field label={kind === 'after' ? 'After (ISO 8601)' : 'Status requests'}>
            <Text value={shown} onChange={setAmount} />
          </Field>
        ) : null}
      </Form>
    </section>
  );
}
