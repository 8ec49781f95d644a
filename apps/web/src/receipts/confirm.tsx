import type { ComponentChildren } from 'preact'
import { useAction } from '../parts/action.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { describeFailure } from '../parts/failure-words.ts'
import { Failure } from '../parts/failure.tsx'
import { PROBLEMS, WORDS } from './words.ts'

type ConfirmProps = {
  title: string
  /** The words of the button that does it. */
  act: string
  kind?: 'main' | 'danger'
  open: boolean
  onClose: () => void
  work: () => Promise<void>
  children: ComponentChildren
}

/** Asks before something is done, and stays open while it is done or where it failed. */
export function Confirm({ title, act, kind = 'danger', open, onClose, work, children }: ConfirmProps) {
  const { run, isBusy, error, forget } = useAction()
  const close = () => {
    forget()
    onClose()
  }
  return (
    <Dialog title={title} open={open} onClose={close}>
      <div class="stack">
        {children}
        <Failure error={error} wordsFor={(one) => describeFailure(one, PROBLEMS)} />
        <p class="row">
          <Button kind={kind} busy={isBusy} onClick={() => run(work, close)}>
            {act}
          </Button>
          <Button kind="quiet" onClick={close}>
            {WORDS.cancel}
          </Button>
        </p>
      </div>
    </Dialog>
  )
}
