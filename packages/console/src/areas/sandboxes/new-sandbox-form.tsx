import { useState } from 'preact/hooks';
import { callControl } from '../../api/call-control.js';
import type { SnapshotInfo } from '../../api/types.js';
import { FormField, SelectInput, ServerActionForm, TextInput } from '../../parts/server-action-form.js';

interface NewSandboxProps {
  readonly names: readonly string[];
  readonly snapshots: readonly SnapshotInfo[];
  readonly onMade: () => Promise<void>;
}

/** Form for a new sandbox: from a seed, a fork or a snapshot. */
export function NewSandboxForm({ names, snapshots, onMade }: NewSandboxProps) {
  const [name, setName] = useState('');
  const [from, setFrom] = useState('seed:demo');
  const [clock, setClock] = useState('');
  const [progression, setProgression] = useState('');
  const send = async () => {
    const [kind = '', which = ''] = from.split(/:(.*)/s);
    await callControl('POST sandboxes', {
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
      <ServerActionForm send={send} button="Create">
        <FormField
          label="Name"
          pointer="/body/name"
          hint="Lower-case letters, digits and hyphens. The name is part of the address."
        >
          <TextInput value={name} onChange={setName} required placeholder="pull-42" />
        </FormField>
        <FormField label="Initial data">
          <SelectInput
            value={from}
            onChange={setFrom}
            options={[
              ['seed:demo', 'demo data'],
              ['seed:empty', 'nothing'],
              ...names.map((each) => [`sandbox:${each}`, `fork of ${each}`] as const),
              ...snapshots.map((each) => [`snapshot:${each.name}`, `snapshot ${each.name}`] as const),
            ]}
          />
        </FormField>
        <FormField label="Clock mode">
          <SelectInput
            value={clock}
            onChange={setClock}
            options={[
              ['', 'server default'],
              ['real', 'real time'],
              ['manual', 'manual'],
              ['scaled:60', 'a minute every second'],
            ]}
          />
        </FormField>
        <FormField label="Jobs complete">
          <SelectInput
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
        </FormField>
      </ServerActionForm>
    </section>
  );
}
