import { chooseTheme, readTheme, type Theme } from '../theme/theme.ts'
import { say } from '../words/speak.ts'

/** Light, dark, or as the system has it. */
export function ThemeChoice() {
  const names: Readonly<Record<Theme, string>> = { system: say('System'), light: say('Light'), dark: say('Dark') }
  return (
    <label class="row">
      <span>{say('Appearance')}</span>
      <select value={readTheme()} onChange={({ currentTarget }) => chooseTheme(currentTarget.value as Theme)}>
        {Object.entries(names).map(([theme, name]) => (
          <option key={theme} value={theme}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
