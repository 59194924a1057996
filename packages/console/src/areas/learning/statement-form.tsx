import { useState } from 'preact/hooks';
import { parseOrText } from '../../parts/parse-json.js';
import { ServerActionForm, TextField } from '../../parts/server-action-form.js';
import { type ModelStatement, toFlowText } from './model-statements.js';

/** Members of the statements that people change most, with hints. */
const kinds: readonly (readonly [place: RegExp, members: Readonly<Record<string, string>>])[] = [
  [
    /^\/resources\/[^/]+\/members\/[^/]+$/,
    {
      value: 'A CEL expression, such as self.price * self.amount.',
      on: 'create, change or a transition; without it, the value is true at every read.',
      default: 'The value if a request sends none.',
      refersTo: 'The resource of which this is a key.',
      deleted: 'What deleting that record does: refuse, remove, clear or keep.',
      sample: 'How demo data is made up, such as person.email.',
      hidden: 'true: stored, but never shown.',
    },
  ],
  [
    /^\/resources\/[^/]+\/lifecycle\/transitions\/[^/]+$/,
    {
      on: 'An operation, or a list of them.',
      from: 'A state, or a list of them.',
      to: 'The state afterwards. Without it, the state stays.',
      needs: 'Conditions by error, such as {"empty": "self.lines.size() > 0"}.',
      set: 'Members to set, such as {"paidAt": "=now"}.',
      after: 'A duration after which it happens, such as P30D.',
      otherwise: 'The error in other states.',
    },
  ],
  [
    /^\/resources\/[^/]+\/unique\/[^/]+$/,
    {
      members: 'The members, such as ["customer", "plan"].',
      while: 'A condition on the record.',
      otherwise: 'The error.',
    },
  ],
  [/^\/resources\/[^/]+\/holds\/[^/]+$/, { that: 'A condition that must hold.', otherwise: 'The error.' }],
];

const membersAt = (pointer: string) => kinds.find(([place]) => place.test(pointer))?.[1];

/** Returns whether a statement has a form. */
export function hasForm({ pointer, value }: Pick<ModelStatement, 'pointer' | 'value'>): boolean {
  return membersAt(pointer) !== undefined && typeof value === 'object' && value !== null;
}

interface FormProps {
  readonly statement: ModelStatement;
  /** Gets the changed statement. null removes it. */
  readonly change: (value: unknown) => void;
  readonly cancel: () => void;
}

/** A form with a field for each member of a statement. Members that stay empty are left out. */
export function StatementForm({ statement: { pointer, value }, change, cancel }: FormProps) {
  const given = Object.fromEntries(Object.entries(value ?? {}));
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(
    Object.fromEntries(Object.entries(given).map(([name, each]) => [name, textOf(each)])),
  );
  const hints = membersAt(pointer) ?? {};
  const send = async () => {
    const kept = Object.entries(texts).filter(([, text]) => text.trim() !== '');
    // null is the marker of a member that a merge removes.
    const removed = Object.keys(given).filter((name) => !kept.some(([each]) => each === name));
    change(
      Object.fromEntries([
        ...kept.map(([name, text]) => [name, parseOrText(text)]),
        ...removed.map((name) => [name, null]),
      ]),
    );
  };
  return (
    <section class="statement-form" aria-label={`Change ${pointer.slice(1)}`}>
      <ServerActionForm send={send} button="Take over" label={`Change ${pointer.slice(1)}`}>
        {[...new Set([...Object.keys(hints), ...Object.keys(given)])].map((name) => (
          <TextField
            key={name}
            label={name}
            hint={hints[name]}
            value={texts[name] ?? ''}
            onChange={(text) => setTexts((before) => ({ ...before, [name]: text }))}
          />
        ))}
      </ServerActionForm>
      <div class="buttons">
        <button type="button" class="danger" onClick={() => change(null)}>
          Remove the statement
        </button>
        <button type="button" onClick={cancel}>
          Cancel
        </button>
      </div>
    </section>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : toFlowText(value);
}
