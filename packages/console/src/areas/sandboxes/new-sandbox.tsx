import { useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import type { SnapshotInfo } from '../../api/types.js';
import { Choice, Field, Form, Text } from '../../parts/form.js';

interface NewSandboxProps {
  readonly names: readonly string[];
  readonly snapshots: readonly SnapshotInfo[];
  readonly onMade: () => Promise<void>;
}

/** Form for a new sandbox: from a seed, a fork or a snapshot. */
export function NewSandbox({ names, snapshots, onMade }: NewSandboxProps) {
  const [name, setName] = useState('');
  const [from, setFrom] = useState('seed:demo');
  const [clock, setClock] = useState('');
  const [progression, setProgression] = useState('');
  const send = async () => {
    const [kind = '', which = ''] = from.split(/:(.*)/s);
    await call('POST sandboxes', {
      name,
      ...(kind === 'seed' ? { seed: which } : { from: { [kind]: which } }),
      ...(clock === '' ? {} : { clock }),
      ...(progression === '' ? {} : { progression }),
    });
    setName('');
    await onMade();
    return `Created sandbox ${name}.`;
  };
  return (
    <section class="panel" aria-label="New sandbox">
      <h2>New sandbox</h2>
      <Form send={send} button="Create">
        <Field label="Name" hint="Lower-case letters, digits and hyphens. The name is part of the address.">
          <Text value={name} onChange={setName} required placeholder="pull-42" />
        </Field>
        <Field label="Initial data">
          <Choice
            value={from}
            onChange={setFrom}
            options={[
              ['seed:demo', 'demo data'],
              ['seed:empty', 'nothing'],
              ...names.map((each) => [`sandbox:${each}`, `fork of ${each}`] as const),
              ...snapshots.map((each) => [`snapshot:${each.name}`, `snapshot ${each.name}`] as const),
            ]}
          />
        </Field>
        <Field label="Clock mode">
          <Choice
            value={clock}
            onChange={setClock}
            options={[
              ['', 'server default'],
              ['real', 'real time'],
              ['manual', 'manual'],
              ['scaled:60', 'a minute every second'],
            ]}
          />
        </Field>
        <Field label="Jobs complete">
          <Choice
            value={progression}
            onChange={setProgression}
            options={[
              ['', 'server default'],
              ['immediate', 'immediately'],
              ['after:PT10S', 'after 10 seconds'],
              ['polls:3', 'after 3 status requests'],
              ['documented', 'as documented'],
              ['manual', 'manual'],
            ]}
          />
        </Field>
      </Form>
    </section>
  );
}
