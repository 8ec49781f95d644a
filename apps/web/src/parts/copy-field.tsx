import './copy-field.css'
import { useRef, useState } from 'preact/hooks'
import { say } from '../words/speak.ts'
import { Button } from './button.tsx'

type CopyFieldProps = { label: string; value: string; secret?: boolean }

/** A value to take along: a token, a hash, a command. A secret is hidden until asked for. */
export function CopyField({ label, value, secret = false }: CopyFieldProps) {
  const [isShown, setShown] = useState(!secret)
  const [answer, setAnswer] = useState('')
  const code = useRef<HTMLElement>(null)
  const copy = () => {
    copyText(value).then(
      () => setAnswer(say('Copied.')),
      () => {
        setShown(true)
        if (code.current) getSelection()?.selectAllChildren(code.current)
        setAnswer(say('Couldn’t copy. The text is selected, so you can copy it yourself.'))
      },
    )
  }
  return (
    <div class="copy-field">
      <span class="copy-label">{label}</span>
      <code ref={code}>{isShown ? value : '•'.repeat(24)}</code>
      <div class="row">
        <Button kind="quiet" onClick={copy}>
          {say('Copy')}
          <span class="unseen"> {label}</span>
        </Button>
        {secret ? (
          <Button kind="quiet" onClick={() => setShown(!isShown)}>
            {isShown ? say('Hide') : say('Show')}
            <span class="unseen"> {label}</span>
          </Button>
        ) : null}
        <span role="status" class="small soft">
          {answer}
        </span>
      </div>
    </div>
  )
}

// Browsers hide the clipboard from pages that they do not count as secure.
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard === undefined) throw new Error('the clipboard is out of reach')
  await navigator.clipboard.writeText(text)
}
