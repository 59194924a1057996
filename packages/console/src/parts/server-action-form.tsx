import type { ComponentChildren } from 'preact';
import { isReadOnly } from '../api/server-info.js';
import { type ServerAction, useAction } from './use-action.js';

interface FormProps {
  readonly send: ServerAction;
  readonly button: string;
  readonly label?: string;
  readonly inline?: boolean;
  readonly children: ComponentChildren;
}

/** A form for a server action; shows its error below. */
export function ServerActionForm({ send, button, label, inline = false, children }: FormProps) {
  const [busy, go] = useAction(send);
  const submit = async (event: Event) => {
    event.preventDefault();
    await go();
  };
  return (
    <form class={inline ? 'form inline' : 'form'} aria-label={label} onSubmit={submit}>
      {children}
      <button type="submit" class="primary" aria-busy={busy} disabled={busy || isReadOnly()}>
        {button}
      </button>
    </form>
  );
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly children: ComponentChildren;
}

/** A form control with a label above and help below. */
export function FormField({ label, hint, children }: FieldProps) {
  return (
    <div class="field">
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children */}
      <label>
        <span class="field-label">{label}</span>
        {children}
      </label>
      {hint === undefined ? null : <span class="hint">{hint}</span>}
    </div>
  );
}

interface TextProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'number' | 'date' | 'datetime-local' | 'search' | 'password';
  readonly placeholder?: string;
  readonly list?: string;
  readonly label?: string;
  readonly required?: boolean;
  readonly step?: string;
}

export function TextInput({ value, onChange, type = 'text', label, ...more }: TextProps) {
  // The element types cover only one input kind each.
  const attributes: Readonly<Record<string, string | boolean | undefined>> = { type, ...more };
  return (
    <input
      {...attributes}
      value={value}
      aria-label={label}
      autocomplete="off"
      spellcheck={false}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface ChoiceProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: ReadonlyArray<string | readonly [value: string, name: string]>;
  readonly label?: string;
}

export function SelectInput({ value, onChange, options, label }: ChoiceProps) {
  return (
    <select value={value} aria-label={label} onChange={(event) => onChange(event.currentTarget.value)}>
      {options.map((option) => {
        const [known, name] = typeof option === 'string' ? [option, option] : option;
        return (
          <option key={known} value={known}>
            {name}
          </option>
        );
      })}
    </select>
  );
}
