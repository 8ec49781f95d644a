import { useRef, useState } from 'preact/hooks'
import { EXAMPLE_FILES } from 'virtual:example-files'
import { Button, CopyField } from '../../parts/button.tsx'
import { say } from '../../words/speak.ts'
import { createCommand, type Quickstart } from './quickstarts.ts'

/** Shows a quickstart: its command with a button to copy it, the expected outcome, and its files. */
export function QuickstartView({ quickstart }: { quickstart: Quickstart }) {
  const { id, title, lead, files, outcome } = quickstart
  return (
    <section class="developers-start" id={id} aria-labelledby={`${id}-title`}>
      <div class="stack">
        <h2 id={`${id}-title`}>{title}</h2>
        <p>{lead}</p>
        <CopyField label={say('Run')} value={createCommand(quickstart, location.origin)} />
        <p>{outcome}</p>
      </div>
      <div class="stack">
        {files.map((file) => (
          <CodeFile key={file} name={file} text={EXAMPLE_FILES[file] ?? ''} />
        ))}
      </div>
    </section>
  )
}

/** Shows a file of a quickstart with its name and a button to copy its text. */
function CodeFile({ name, text }: { name: string; text: string }) {
  const code = useRef<HTMLElement>(null)
  const [answer, setAnswer] = useState('')
  const copy = () => {
    copyText(text).then(
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
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard === undefined) throw new Error('the clipboard is out of reach')
  await navigator.clipboard.writeText(text)
}
