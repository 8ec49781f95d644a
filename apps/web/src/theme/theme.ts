/** How the pages look: as the system does, or as chosen. */
export type Theme = 'system' | 'light' | 'dark'

const KEY = 'stillhere-theme'
/** --paper of tokens.css, which a browser's own bars take over. */
const PAPER = { light: '#f6f3ec', dark: '#171511' }

/** The theme chosen in this browser. */
export function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(KEY)
    return kept === 'light' || kept === 'dark' ? kept : 'system'
  } catch {
    // A browser that keeps nothing shows the system's.
    return 'system'
  }
}

/** Keeps a choice and shows it at once. */
export function saveTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // It then lasts as long as the page.
  }
  showTheme(theme)
}

/** Shows a theme, in the page and in the browser's own bars. */
export function showTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = PAPER[theme === 'system' ? own : theme]
  }
}
