import { EXAMPLE_FILES } from 'virtual:example-files'
import { CopyField } from '../../parts/copy-field.tsx'
import { say } from '../../words/speak.ts'
import { CodeFile } from './code-file.tsx'
import { commandFor, type Quickstart } from './quickstarts.ts'

/** One quickstart from the command to the outcome. */
export function QuickstartView({ quickstart }: { quickstart: Quickstart }) {
  const { id, title, lead, files, outcome } = quickstart
  return (
    <section class="developers-start" id={id} aria-labelledby={`${id}-title`}>
      <div class="stack">
        <h2 id={`${id}-title`}>{title}</h2>
        <p>{lead}</p>
        <CopyField label={say('Run')} value={commandFor(quickstart, location.origin)} />
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
