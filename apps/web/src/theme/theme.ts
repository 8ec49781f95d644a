/** The color theme of the pages: light, dark, or as the system chooses. */
export type Theme = 'system' | 'light' | 'dark'

const KEY = 'stillhere-theme'
/** The background colors of the themes (--paper in tokens.css), which browsers also use for their own bars. */
const PAPER = { light: '#f6f3ec', dark: '#171511' }

/** Returns the theme chosen in this browser; "system" if none was chosen or storage is forbidden. */
export function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(KEY)
    return kept === 'light' || kept === 'dark' ? kept : 'system'
  } catch {
    // A browser that keeps nothing shows the system's.
    return 'system'
  }
}

/** Stores a theme in this browser and applies it to the page at once. */
export function saveTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // It then lasts as long as the page.
  }
  showTheme(theme)
}

/** Applies a theme to the page and to the browser's own bars (`theme-color`). Doesn't store it. */
export function showTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = PAPER[theme === 'system' ? own : theme]
  }
}
