import { Choice } from '../parts/form.js';
import { theme, themeOf } from '../theme.js';

export function ThemeChoice() {
  return (
    <div class="theme-choice">
      <Choice
        label="Colours"
        value={theme.value}
        onChange={(value) => {
          theme.value = themeOf(value);
        }}
        options={[
          ['system', 'Auto'],
          ['light', 'Light'],
          ['dark', 'Dark'],
        ]}
      />
    </div>
  );
}
