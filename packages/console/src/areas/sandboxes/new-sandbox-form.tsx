import { callControl } from '../../api/call-control.js';
import type { SnapshotInfo } from '../../api/types.js';
import { Panel } from '../../parts/panel.js';
import { SelectField, ServerActionForm, TextField, useField } from '../../parts/server-action-form.js';

interface NewSandboxProps {
  readonly names: readonly string[];
  readonly snapshots: readonly SnapshotInfo[];
  readonly onMade: () => Promise<void>;
}

const clockModes = [
  ['', 'server default'],
  ['real', 'real time'],
  'manual',
  ['scaled:60', 'a minute every second'],
] as const;

const progressions = [
  ['', 'server default'],
  ['immediate', 'immediately'],
  ['after:PT10S', 'after 10 seconds'],
  ['polls:3', 'after 3 status requests'],
  ['documented', 'as documented'],
  'manual',
] as const;

/** Form for a new sandbox: from a seed, a fork or a snapshot. */
export function NewSandboxForm({ names, snapshots, onMade }: NewSandboxProps) {
  const name = useField();
  const from = useField('seed:demo');
  const clock = useField();
  const progression = useField();
  const send = async () => {
    const [kind = '', which = ''] = from.value.split(/:(.*)/s);
    await callControl('POST sandboxes', {
      name: name.value,
      ...(kind === 'seed' ? { seed: which } : { from: { [kind]: which } }),
      ...(clock.value === '' ? {} : { clock: clock.value }),
      ...(progression.value === '' ? {} : { progression: progression.value }),
    });
    name.onChange('');
    await onMade();
    return `Created sandbox ${name.value}.`;
  };
  const data = [
    ['seed:demo', 'demo data'],
    ['seed:empty', 'nothing'],
    ...names.map((each) => [`sandbox:${each}`, `fork of ${each}`] as const),
    ...snapshots.map((each) => [`snapshot:${each.name}`, `snapshot ${each.name}`] as const),
  ] as const;
  return (
    <Panel title="New sandbox">
      <ServerActionForm send={send} button="Create">
        <TextField
          label="Name"
          pointer="/body/name"
          hint="Lower-case letters, digits and hyphens. The name is part of the address."
          {...name}
          required
          placeholder="pull-42"
        />
        <SelectField label="Initial data" {...from} options={data} />
        <SelectField label="Clock mode" {...clock} options={clockModes} />
        <SelectField label="Jobs complete" {...progression} options={progressions} />
      </ServerActionForm>
    </Panel>
  );
}
