import { useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Check, Field, TextArea } from '../../../parts/field.tsx'
import { useAction } from '../../../parts/request.ts'
import { say } from '../../../words/speak.ts'
import { type Draft, checkDraft, type Platform, PLATFORM_NAMES, formatPlatform, copyWithPlatform } from './posts.ts'

type DraftFormProps = {
  draft: Draft
  /** The platforms with credentials, or null while loading. */
  connected: readonly Platform[] | null
  onDraft: (draft: Draft) => void
  onPreview: () => Promise<void>
}

/** Shows the form for a post: text, title, link and platforms. Calls `onDraft` at each change, and `onPreview` on submit if there are no problems. */
export function DraftForm({ draft, connected, onDraft, onPreview }: DraftFormProps) {
  const [problems, setProblems] = useState<ReturnType<typeof checkDraft>>({})
  const { isBusy, error, run } = useAction()
  const handleSubmit = (event: Event) => {
    event.preventDefault()
    const found = checkDraft(draft)
    setProblems(found)
    if (Object.keys(found).length === 0) run(onPreview)
  }
  return (
    <form class="stack" onSubmit={handleSubmit} noValidate>
      <TextArea
        label={say('Text')}
        rows={6}
        maxLength={40_000}
        error={problems.content}
        value={draft.content}
        onValue={(content) => onDraft({ ...draft, content })}
      />
      <Field
        label={say('Title')}
        hint={say('One line. Required by Reddit, optional elsewhere.')}
        maxLength={400}
        value={draft.title}
        onValue={(title) => onDraft({ ...draft, title })}
      />
      <Field
        label={say('Link')}
        type="url"
        hint={say('Not fetched by this service.')}
        maxLength={2048}
        error={problems.url}
        value={draft.url}
        onValue={(url) => onDraft({ ...draft, url })}
      />
      <Where draft={draft} connected={connected} onDraft={onDraft} problem={problems.platforms} />
      <Failure error={error} />
      <p>
        <Button type="submit" busy={isBusy}>
          {say('Preview')}
        </Button>
      </p>
      <p class="small soft">{say('A preview sends nothing.')}</p>
    </form>
  )
}

type WhereProps = Omit<DraftFormProps, 'onPreview'> & { problem: string | undefined }

function Where({ draft, connected, onDraft, problem }: WhereProps) {
  return (
    <fieldset>
      <legend class="admin-legend">{say('Where')}</legend>
      <div class="admin-checks">
        {PLATFORM_NAMES.map((platform) => (
          <Check
            key={platform}
            label={formatPlatform(platform, connected)}
            checked={draft.platforms.includes(platform)}
            onChecked={(isChosen) => onDraft(copyWithPlatform(draft, platform, isChosen))}
          />
        ))}
      </div>
      <p class="field-error" aria-live="polite">
        {problem}
      </p>
    </fieldset>
  )
}
