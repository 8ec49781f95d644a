import { encodeHeader, ScanError, type ScanProgress, scan } from '@stillhere/client'

const words = document.querySelector('output')

document.querySelector('button')?.addEventListener('click', () => void enter())

async function enter(): Promise<void> {
  try {
    const { receipt } = await scan({ onProgress: show })
    await fetch('/enter', { method: 'POST', headers: { 'Stillhere-Receipt': encodeHeader(receipt) } })
    say('Welcome.')
  } catch (error) {
    if (!(error instanceof ScanError)) throw error
    say(`${error.advice} (${error.next})`)
  }
}

function show({ phase, secondsLeft, stroke, hint }: ScanProgress): void {
  say(stroke ? `${stroke.words} ${hint ?? ''}` : `${phase} ${secondsLeft}`)
}

function say(text: string): void {
  if (words) words.textContent = text
}
