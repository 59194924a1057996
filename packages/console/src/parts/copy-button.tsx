import { showNotice } from './notice-list.js';

/** Copies text to the clipboard. */
export function CopyButton({
  text,
  children,
}: {
  readonly text: string | (() => Promise<string>);
  readonly children: string;
}) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : await text());
      showNotice('Copied.');
    } catch (error) {
      showNotice(error instanceof Error ? `Could not copy: ${error.message}` : 'Could not copy.', true);
    }
  };
  return (
    <button type="button" onClick={copy}>
      {children}
    </button>
  );
}
