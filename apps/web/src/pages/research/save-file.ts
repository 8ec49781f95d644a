/** Gives the reader a text as a file. */
export function saveFile(name: string, text: string, type = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  // The browser has taken it over by the next turn; some take it over no sooner.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
