/** Gives the reader a value as a JSON file. */
export function downloadJson(name: string, value: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // The browser has taken it over by the next turn; some take it over no sooner.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
