import { chooseTheme, readTheme, type Theme } from '../theme/theme.ts'

/** Shows the switch of colors in the footer, which without a script would do nothing. */
export function startThemeSwitch(): void {
  const select = document.querySelector<HTMLSelectElement>('#theme')
  if (!select) return
  select.value = readTheme()
  select.addEventListener('change', () => chooseTheme(select.value as Theme))
  select.parentElement?.removeAttribute('hidden')
}
