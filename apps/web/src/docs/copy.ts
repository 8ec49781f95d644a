import { WORDS } from './words.ts'

/** Gives every block of code a button that copies it. */
export function addCopyButtons(): void {
  for (const block of document.querySelectorAll<HTMLElement>('.code')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = WORDS.copy
    button.addEventListener('click', () => void copyCode(block, button))
    block.append(button)
  }
}

async function copyCode(block: HTMLElement, button: HTMLButtonElement): Promise<void> {
  const code = block.querySelector('code')
  if (!code) return
  try {
    await navigator.clipboard.writeText(code.textContent)
    button.textContent = WORDS.copied
  } catch {
    // Plain HTTP has no clipboard: what is selected can be copied by hand.
    getSelection()?.selectAllChildren(code)
    button.textContent = WORDS.selected
  }
}
