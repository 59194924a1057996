import { effect, signal } from '@preact/signals';

type Theme = 'system' | 'light' | 'dark';
const kept = 'understudy-theme';

/** The colour theme; `system` follows the operating system. */
export const themeSignal = signal<Theme>(parseTheme(localStorage.getItem(kept)));

effect(() => {
  if (themeSignal.value === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = themeSignal.value;
  localStorage.setItem(kept, themeSignal.value);
});

export function parseTheme(text: string | null): Theme {
  return text === 'light' || text === 'dark' ? text : 'system';
}
