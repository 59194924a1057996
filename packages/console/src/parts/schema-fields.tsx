import { type FieldValues, type InputSchema, splitLines } from './input-schema.js';
import { AreaField, SelectField, TextField } from './server-action-form.js';

interface SchemaFieldsProps {
  readonly schema: InputSchema;
  readonly draft: FieldValues;
  readonly onChange: (draft: FieldValues) => void;
  readonly known: (member: string) => readonly string[];
}

/** A field for each member of a schema, required ones first. */
export function SchemaFields({ schema, draft, onChange, known }: SchemaFieldsProps) {
  const { properties = {}, required = [] } = schema;
  const members = Object.entries(properties).sort(
    ([one], [other]) => Number(required.includes(other)) - Number(required.includes(one)),
  );
  return (
    <>
      {members.map(([name, member]) => (
        <Member
          key={name}
          name={name}
          schema={member}
          needed={required.includes(name)}
          value={draft[name] ?? ''}
          onChange={(value) => onChange({ ...draft, [name]: value })}
          known={known(name)}
        />
      ))}
    </>
  );
}

interface MemberProps {
  readonly name: string;
  readonly schema: InputSchema;
  readonly needed: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly known: readonly string[];
}

function Member({ name, schema, needed, value, onChange, known }: MemberProps) {
  const { type, items, description, format } = schema;
  if (type === 'boolean') {
    return (
      <div class="field">
        <label class="check">
          <input
            type="checkbox"
            checked={value === 'true'}
            onChange={(event) => onChange(event.currentTarget.checked ? 'true' : '')}
          />
          <span class="field-label">{name}</span>
        </label>
        {description === undefined ? null : <span class="hint">{description}</span>}
      </div>
    );
  }
  const label = needed ? name : `${name} (optional)`;
  const field = { label, value, onChange, pointer: `/body/${name}`, hint: description };
  if (schema.enum !== undefined) {
    const options = needed || schema.default !== undefined ? schema.enum : ['', ...schema.enum];
    return <SelectField {...field} options={options.map((each) => [each, each === '' ? 'none' : each])} />;
  }
  if (type === 'array' && items?.enum !== undefined) {
    return <Several name={label} options={items.enum} value={value} onChange={onChange} hint={description} />;
  }
  if (type === 'array' || type === 'object' || /^(?:file|xml|body|text)$/.test(name)) {
    const form = type === 'array' ? 'One per line.' : type === 'object' ? 'JSON.' : undefined;
    const hint = [description, form].filter(Boolean).join('. ') || undefined;
    const rows = Math.min(16, value.split('\n').length + 1);
    return <AreaField {...field} hint={hint} rows={rows} required={needed && type !== 'array'} />;
  }
  const isNumber = type === 'number' || type === 'integer';
  return (
    <TextField
      {...field}
      type={isNumber ? 'number' : format === 'date' ? 'date' : 'text'}
      required={needed}
      suggestions={[...(schema.examples ?? []).map(String), ...known]}
      {...(isNumber ? { step: 'any' } : {})}
    />
  );
}

interface SeveralProps {
  readonly name: string;
  readonly options: readonly string[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint: string | undefined;
}

function Several({ name, options, value, onChange, hint }: SeveralProps) {
  const chosen = splitLines(value);
  return (
    <fieldset class="several">
      <legend class="field-label">{name}</legend>
      {options.map((option) => (
        <label key={option} class="check">
          <input
            type="checkbox"
            checked={chosen.includes(option)}
            onChange={() => onChange(toggled(chosen, option).join('\n'))}
          />
          {option}
        </label>
      ))}
      {hint === undefined ? null : <span class="hint">{hint}</span>}
    </fieldset>
  );
}

/** Adds an option, or removes it if it is already chosen. */
export function toggled(chosen: readonly string[], option: string): readonly string[] {
  return chosen.includes(option) ? chosen.filter((each) => each !== option) : [...chosen, option];
}
