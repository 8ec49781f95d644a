import { make } from './dom.ts'

/** A word of code with a button that copies it. */
export function copyable(text: string, label: string): HTMLElement {
  const code = make('code', {}, text)
  const button = make('button', { type: 'button', class: 'small' }, label)
  const answer = make('span', { role: 'status', class: 'fine' })
  button.addEventListener('click', () => {
    copyText(text).then(
      () => answer.replaceChildren('Copied.'),
      () => {
        getSelection()?.selectAllChildren(code)
        answer.replaceChildren('Selected; this browser leaves the copying to you.')
      },
    )
  })
  return make('span', { class: 'copyable' }, code, button, answer)
}

// Browsers hide the clipboard from pages that they do not count as secure; some count files among them.
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard === undefined) throw new Error('the clipboard is out of reach')
  await navigator.clipboard.writeText(text)
}
