import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { FactList } from '../parts/fact-list.js';
import { isTyping } from '../parts/is-typing.js';
import { Modal } from '../parts/modal.js';

const keys = [
  ['/', 'Search this page'],
  ['j  k', 'Next or previous entry of the traffic'],
  ['Esc', 'Close what is open'],
  ['Ctrl K', 'Go to an area, record or operation, or run a command'],
  ['?', 'Show these keys'],
] as const;

/** Global keyboard shortcuts, and the dialogs they open. */
export function Shortcuts() {
  const [open, setOpen] = useState<'help' | 'palette'>();
  const [Palette, setPalette] = useState<ComponentType<{ readonly onClose: () => void }>>();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const wants = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (wants) setOpen('palette');
      else if (isTyping(event)) return;
      else if (event.key === '?') setOpen('help');
      else if (event.key !== '/') return;
      else document.querySelector<HTMLElement>('main input[type="search"]')?.focus();
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  // Preloaded, so that the palette receives the first keystroke.
  useEffect(() => void import('./palette.js').then((loaded) => setPalette(() => loaded.Palette)), []);
  const close = () => setOpen(undefined);
  if (open === 'palette') return Palette === undefined ? null : <Palette onClose={close} />;
  return open === undefined ? null : (
    <Modal title="Keys" onClose={close}>
      <FactList kind="keys" facts={keys.map(([key, does]) => [<kbd key={key}>{key}</kbd>, does] as const)} />
    </Modal>
  );
}
