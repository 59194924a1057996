import { say } from './notice.js';

/** Copies text to the clipboard. */
export function Copy({
  text,
  children,
}: {
  readonly text: string | (() => Promise<string>);
  readonly children: string;
}) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : await text());
      say('Copied.');
    } catch (error) {
      say(error instanceof Error ? `Not copied: ${error.message}` : 'Not copied.', true);
    }
  };
  return (
    <button type="button" onClick={copy}>
      {children}
    </button>
  );
}
