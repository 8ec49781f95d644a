const KEY = 'stillhere-code-language'

/** Shows examples in the language that was chosen last, on this page and on others. */
export function rememberTabs(): void {
  showLanguage(sessionStorage.getItem(KEY))
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.matches('.tabs > input')) return
    const language = target.labels?.[0]?.textContent ?? ''
    sessionStorage.setItem(KEY, language)
    showLanguage(language)
  })
}

function showLanguage(language: string | null): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('.tabs > input'))
    if (input.labels?.[0]?.textContent === language) input.checked = true
}
