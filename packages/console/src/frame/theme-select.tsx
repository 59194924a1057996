import { SelectInput } from '../parts/server-action-form.js';
import { parseTheme, themeSignal } from '../theme.js';

export function ThemeSelect() {
  return (
    <div class="theme-choice">
      <SelectInput
        label="Colours"
        value={themeSignal.value}
        onChange={(value) => {
          themeSignal.value = parseTheme(value);
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
