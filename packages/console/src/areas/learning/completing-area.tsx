import { useId, useRef, useState } from 'preact/hooks';
import type { Completion } from './complete-model.js';

interface CompletingProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows: number;
  readonly maxLength: number;
  /** Lists what can stand at the end of a text. */
  readonly complete: (before: string) => readonly Completion[];
}

/** A text area that offers completions: Arrow down chooses one, Enter takes it, and Ctrl+Space shows all. */
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
