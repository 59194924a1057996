import { useState } from 'preact/hooks';
import { parseOrText } from '../../parts/parse-json.js';
import { ServerActionForm, TextField } from '../../parts/server-action-form.js';
import { membersOfPart } from './completing-area.js';
import { type ModelStatement, toFlowText } from './model-statements.js';

/** Form definitions for statements, by the map that contains the statement. */
const forms = new Map([
  ['members', 'Member'],
  ['transitions', 'Transition'],
  ['unique', 'Unique'],
  ['holds', 'Condition'],
]);

function membersAt(pointer: string) {
  const [, map = ''] = /^\/resources\/[^/]+\/(?:lifecycle\/)?(\w+)\/[^/]+$/.exec(pointer) ?? [];
  return membersOfPart(forms.get(map) ?? '');
}

/** Returns whether a statement can be edited in a form. */
export function hasForm({ pointer, value }: Pick<ModelStatement, 'pointer' | 'value'>): boolean {
  return Object.keys(membersAt(pointer)).length > 0 && typeof value === 'object' && value !== null;
}

interface FormProps {
  readonly statement: ModelStatement;
  /** Receives the changed statement, or null to remove it. */
  readonly change: (value: unknown) => void;
  readonly cancel: () => void;
}

/** A form with a field for each member of a statement. Members that stay empty are left out. */
export function StatementForm({ statement: { pointer, value }, change, cancel }: FormProps) {
  const given = Object.fromEntries(Object.entries(value ?? {}));
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(
    Object.fromEntries(Object.entries(given).map(([name, each]) => [name, textOf(each)])),
  );
  const hints = membersAt(pointer);
  const send = async () => {
    const kept = Object.entries(texts).filter(([, text]) => text.trim() !== '');
    // In a merge patch, null removes a member.
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
            hint={hints[name]?.hint}
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

/** Formats a value as text that parses to the same value. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return typeof parseOrText(value) === 'string' ? value : JSON.stringify(value);
  return typeof value === 'object' ? JSON.stringify(value) : toFlowText(value);
}
