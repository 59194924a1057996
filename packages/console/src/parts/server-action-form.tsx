import { type ComponentChildren, type ComponentType, createContext } from 'preact';
import { useContext, useId, useState } from 'preact/hooks';
import { Refused } from '../api/call-control.js';
import { isReadOnly } from '../api/server-info.js';
import { type ServerAction, useAction } from './use-action.js';

interface FormProps {
  readonly send: ServerAction;
  readonly button: string;
  readonly label?: string;
  readonly inline?: boolean;
  readonly children: ComponentChildren;
}

const FieldErrors = createContext<readonly { readonly pointer: string; readonly message: string }[]>([]);

/** A form for a server action; shows errors at their fields. Read-only tokens do not see it. */
export function ServerActionForm({ send, button, label, inline = false, children }: FormProps) {
  const [busy, go, failure] = useAction(send);
  if (isReadOnly()) return null;
  const errors = failure instanceof Refused ? (failure.problem.errors ?? []) : [];
  const submit = async (event: Event) => {
    event.preventDefault();
    await go();
  };
  return (
    <form class={inline ? 'form inline' : 'form'} aria-label={label} onSubmit={submit}>
      <FieldErrors.Provider value={errors}>{children}</FieldErrors.Provider>
      <button type="submit" class="primary" aria-busy={busy} disabled={busy}>
        {button}
      </button>
    </form>
  );
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** JSON Pointer of the value in the request, such as `/body/name`. */
  readonly pointer?: string | undefined;
  readonly error?: string | undefined;
  readonly children: ComponentChildren;
}

/** A form control with a label above and help below. */
export function FormField({ label, hint, pointer, error, children }: FieldProps) {
  const refused = useContext(FieldErrors).filter((each) => pointer !== undefined && each.pointer === pointer);
  const errors = [...refused, ...(error === undefined ? [] : [{ message: error }])];
  return (
    <div class={errors.length === 0 ? 'field' : 'field invalid'}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children */}
      <label>
        <span class="field-label">{label}</span>
        {children}
      </label>
      {hint === undefined ? null : <span class="hint">{hint}</span>}
      {errors.map(({ message }) => (
        <span key={message} class="field-error" role="alert">
          {message}
        </span>
      ))}
    </div>
  );
}

/** Holds the text of a form field, as attributes for its control. */
export function useField(initial = '') {
  const [value, onChange] = useState(initial);
  return { value, onChange };
}

interface InputProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label?: string;
}

interface TextProps extends InputProps {
  readonly type?: 'text' | 'number' | 'date' | 'datetime-local' | 'search' | 'password';
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly step?: string;
  /** Values that the browser suggests. */
  readonly suggestions?: readonly string[];
}

export function TextInput({ value, onChange, type = 'text', label, suggestions, ...more }: TextProps) {
  const list = useId();
  // The element types cover only one input kind each.
  const attributes: Readonly<Record<string, string | boolean | undefined>> = { type, ...more };
  return (
    <>
      <input
        {...attributes}
        value={value}
        aria-label={label}
        list={suggestions === undefined ? undefined : list}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      {suggestions === undefined ? null : (
        <datalist id={list}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </>
  );
}

/** A field that filters a list while you type. */
export function SearchInput({ label = '', placeholder = label, ...more }: Omit<TextProps, 'type'>) {
  return <TextInput type="search" label={label} placeholder={placeholder} {...more} />;
}

interface AreaProps extends InputProps {
  readonly rows?: number;
  readonly required?: boolean;
  readonly maxLength?: number;
}

function TextArea({ onChange, ...more }: AreaProps) {
  return <textarea {...more} spellcheck={false} onInput={(event) => onChange(event.currentTarget.value)} />;
}

interface ChoiceProps extends InputProps {
  readonly options: ReadonlyArray<string | readonly [value: string, name: string]>;
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

/** Wraps a form control with its label, hint and errors. */
function inField<Props extends InputProps>(Input: ComponentType<Props>) {
  return ({ label, hint, pointer, error, ...input }: Omit<Props, 'label'> & Omit<FieldProps, 'children'>) => (
    <FormField label={label} hint={hint} pointer={pointer} error={error}>
      <Input {...(input as unknown as Props)} />
    </FormField>
  );
}

export const TextField = inField(TextInput);
export const AreaField = inField(TextArea);
export const SelectField = inField(SelectInput);
