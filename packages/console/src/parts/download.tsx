import { showError, showNotice } from './notice-list.js';

interface DownloadProps {
  readonly name: string;
  readonly text: () => Promise<string>;
  readonly children: string;
}

/** Saves a text as a file. A plain link would lack the headers that the control plane requires. */
export function Download({ name, text, children }: DownloadProps) {
  const save = async () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([await text()]));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    showNotice(`Saved ${name}.`);
  };
  return (
    <button type="button" onClick={() => save().catch(showError)}>
      {children}
    </button>
  );
}
