import { effect, signal } from '@preact/signals';

type Theme = 'system' | 'light' | 'dark';
const kept = 'understudy-theme';

/** The colour theme; `system` follows the operating system. */
export const theme = signal<Theme>(themeOf(localStorage.getItem(kept)));

effect(() => {
  if (theme.value === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme.value;
  localStorage.setItem(kept, theme.value);
});

export function themeOf(text: string | null): Theme {
  return text === 'light' || text === 'dark' ? text : 'system';
}
