import { useId, useRef, useState } from 'preact/hooks';
import { membersOf } from '../../api/members-of.js';
import type { BehaviorModel } from '../../api/types.js';
import { modelParts } from '../../generated/model-parts.js';

interface CompletingProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows: number;
  readonly maxLength: number;
  /** Lists the completions for the end of a text. */
  readonly complete: (before: string) => readonly Completion[];
}

/** A member of a model part. Its value is another part, nested under `depth` levels of names. */
interface PartMember {
  readonly hint: string;
  readonly values?: readonly unknown[];
  readonly part?: string;
  readonly depth?: number;
}

/** A text that can be inserted at the caret. */
interface Completion {
  readonly text: string;
  readonly hint: string;
}

const most = 8;
const functions = 'self now today body path query caller find( of( others( all( round( sum( days( date( next(';

/** A text area with completions: Arrow Down selects one, Enter inserts it, and Ctrl+Space shows all. */
export function CompletingArea({ value, onChange, complete, ...more }: CompletingProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [found, setFound] = useState<readonly Completion[]>([]);
  const [chosen, setChosen] = useState(-1);
  const close = () => offer([]);
  const offer = (completions: readonly Completion[]) => {
    setFound(completions);
    setChosen(-1);
  };
  const before = () => area.current?.value.slice(0, area.current.selectionStart) ?? '';
  const take = ({ text }: Completion) => {
    const start = before();
    const typed = /[\w.$-]*$/.exec(start)?.[0] ?? '';
    area.current?.setRangeText(text, start.length - typed.length, start.length, 'end');
    onChange(area.current?.value ?? value);
    area.current?.focus();
    close();
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const option = found[chosen];
    if (event.key === ' ' && event.ctrlKey) offer(complete(before()));
    else if (step !== undefined && found.length > 0) setChosen((chosen + step + found.length) % found.length);
    else if (event.key === 'Enter' && option !== undefined) take(option);
    else if (event.key === 'Escape' && found.length > 0) close();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <textarea
        {...more}
        ref={area}
        value={value}
        spellcheck={false}
        aria-autocomplete="list"
        aria-controls={id}
        aria-activedescendant={chosen < 0 ? undefined : `${id}-${chosen}`}
        onInput={(event) => {
          onChange(event.currentTarget.value);
          offer(/[\w$]$/.test(before()) ? complete(before()) : []);
        }}
        onKeyDown={onKey}
        onBlur={close}
      />
      <div id={id} class="palette" role="listbox" aria-label="Completions" hidden={found.length === 0}>
        {found.map((each, position) => (
          // biome-ignore lint/a11y: the text area above has the focus and handles the keys
          <div
            key={each.text}
            id={`${id}-${position}`}
            role="option"
            aria-selected={position === chosen}
            onPointerDown={(event) => {
              event.preventDefault();
              take(each);
            }}
          >
            <code>{each.text}</code> <span class="muted">{each.hint}</span>
          </div>
        ))}
      </div>
    </>
  );
}

/** Returns the members of a model part, such as `Transition`. */
export function membersOfPart(part: string): Readonly<Record<string, PartMember>> {
  const parts: Readonly<Record<string, Readonly<Record<string, PartMember>>>> = modelParts;
  return parts[part] ?? {};
}

interface CaretPlace {
  /** Names of the enclosing members, outermost first. */
  readonly path: readonly string[];
  /** True if a member name is expected, not a value. */
  readonly isName: boolean;
  /** The typed part of the current word. */
  readonly typed: string;
}

/** Determines the caret's place from the incomplete JSON before it. */
function placeOf(before: string): CaretPlace {
  const open: { readonly name: string; readonly isList: boolean }[] = [];
  let [name, isName] = ['', true];
  for (const { 0: token, 1: text } of before.matchAll(/"((?:[^"\\]|\\.)*)"|[{}[\],:]/g)) {
    const isList = open.at(-1)?.isList === true;
    if (text !== undefined) name = isName ? text : name;
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',' || token === ':') isName = token === ',' && !isList;
    else {
      open.push({ name, isList: token === '[' });
      isName = token === '{';
    }
  }
  const around = open.slice(1).map((each) => each.name);
  const path = isName || open.at(-1)?.isList === true ? around : [...around, name];
  return { path, isName, typed: /(?<![\w.$-])[\w.$-]*$/.exec(before)?.[0] ?? '' };
}

/** Lists the completions for the end of a text: member names, names in the model, and expression functions. */
export function completionsAt(before: string, model: BehaviorModel): readonly Completion[] {
  const { path, isName, typed } = placeOf(before);
  let member: PartMember = { hint: '', part: 'BehaviorModel', depth: 0 };
  for (const name of path)
    member =
      (member.depth ?? 0) > 0
        ? { ...member, depth: Number(member.depth) - 1 }
        : (membersOfPart(member.part ?? '')[name] ?? { hint: '' });
  const namesAt = (at: readonly string[]) =>
    Object.keys(membersOf(at.reduce<unknown>((node, name) => membersOf(node)[name], model)));
  const toCompletions = (texts: readonly string[]) => texts.map((text) => ({ text, hint: '' }));
  const resource = path[0] === 'resources' ? namesAt(['resources', path[1] ?? '', 'members']) : [];
  const found = isName
    ? member.depth === 0
      ? Object.entries(membersOfPart(member.part ?? '')).map(([text, { hint }]) => ({ text, hint }))
      : toCompletions(namesAt(path))
    : toCompletions([
        ...(member.values ?? []).map(String),
        ...namesAt(['resources']),
        ...resource.flatMap((name) => [name, `self.${name}`]),
        ...namesAt(['operations']),
        ...functions.split(' '),
      ]);
  return found.filter(({ text }) => text.startsWith(typed) && text !== typed).slice(0, most);
}
