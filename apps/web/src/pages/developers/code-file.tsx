import { useRef, useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { say } from '../../words/speak.ts'

/** A file as it is, with its name, to be read and taken along. */
export function CodeFile({ name, text }: { name: string; text: string }) {
  const code = useRef<HTMLElement>(null)
  const [answer, setAnswer] = useState('')
  const copy = () => {
    writeToClipboard(text).then(
      () => setAnswer(say('Copied.')),
      () => {
        if (code.current) getSelection()?.selectAllChildren(code.current)
        setAnswer(say('Couldn’t copy. The text is selected, so you can copy it yourself.'))
      },
    )
  }
  const short = name.replace(/^.*\//, '')
  return (
    <figure class="developers-file">
      <figcaption>
        <code>{short}</code>
        <span role="status" class="small soft">
          {answer}
        </span>
        <Button kind="quiet" onClick={copy}>
          {say('Copy')}
          <span class="unseen"> {short}</span>
        </Button>
      </figcaption>
      <pre tabIndex={0} aria-label={short} role="group" data-file={name}>
        <code ref={code}>{text}</code>
      </pre>
    </figure>
  )
}

// Browsers hide the clipboard from pages that they do not count as secure.
async function writeToClipboard(text: string): Promise<void> {
  if (navigator.clipboard === undefined) throw new Error('the clipboard is out of reach')
  await navigator.clipboard.writeText(text)
}
