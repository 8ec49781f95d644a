/** Hands a text to the browser as a file to keep. */
export function saveText(name: string, text: string, type = 'text/plain'): void {
  const href = URL.createObjectURL(new Blob([text], { type }))
  const link = Object.assign(document.createElement('a'), { href, download: name })
  link.click()
  // The browser reads it a little later than the click.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
