import { useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { Choice, Field, Form, Text } from '../../parts/form.js';

const rules = [
  ['immediate', 'at once'],
  ['after', 'after a time'],
  ['polls', 'after status requests'],
  ['documented', 'as documented'],
  ['manual', 'only by hand'],
] as const;

/** When jobs end that begin from now on. */
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
    return 'Holds for jobs that begin from now on.';
  };
  return (
    <section class="panel" aria-label="When jobs end">
      <Form inline button="Set" label="When jobs end" send={send}>
        <Field label="Jobs end" hint={`Now: ${value.progression}`}>
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
