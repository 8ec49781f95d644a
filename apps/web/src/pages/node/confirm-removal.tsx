import type { ComponentChildren } from 'preact'
import { Button } from '../../parts/button.tsx'
import { Failure, type FailureWords } from '../../parts/failure.tsx'
import { useAction } from '../../parts/request.ts'
import { say } from '../../words/speak.ts'

type ConfirmRemovalProps = {
  /** Label of the button that removes. */
  label: string
  /** Removes the thing. The dialog closes afterwards; if it fails, the dialog shows why. */
  remove: () => Promise<void>
  onClose: () => void
  wordsFor?: (error: unknown) => FailureWords
  /** Explains the consequences of the removal. */
  children: ComponentChildren
}

/**
 * Shows the content of a dialog that asks for confirmation and then runs `remove`. Calls `onClose` after that or if the person declines;
 * if `remove` fails, shows the error.
 */
export function ConfirmRemoval({ label, remove, onClose, children, ...words }: ConfirmRemovalProps) {
  const { run, isBusy, error } = useAction()
  const removeAndClose = async () => {
    await remove()
    onClose()
  }
  const handleSubmit = (event: Event) => {
    event.preventDefault()
    run(removeAndClose)
  }
  return (
    <form class="stack" noValidate onSubmit={handleSubmit}>
      {children}
      <Failure error={error} {...words} />
      <p class="row">
        <Button kind="danger" type="submit" busy={isBusy}>
          {label}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {say('Keep it')}
        </Button>
      </p>
    </form>
  )
}
