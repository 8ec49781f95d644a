import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Button, type ButtonKind } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useAction } from '../../parts/request.ts'
import { say } from '../../words/speak.ts'

type ConfirmProps<Result> = {
  title: string
  open: boolean
  /** Label of the button that confirms. */
  verb: string
  kind?: ButtonKind
  work: () => Promise<Result>
  onDone: (result: Result) => void
  onClose: () => void
  children: ComponentChildren
}

/**
 * Shows a dialog that asks for confirmation and then runs `work`. On success calls `onClose`, then `onDone` with the result; if `work`
 * fails, stays open and shows the error.
 */
export function Confirm<Result>(props: ConfirmProps<Result>) {
  const { title, open, verb, kind = 'main', work, onDone, onClose, children } = props
  const { isBusy, error, run, forget } = useAction()
  useEffect(forget, [open])
  const confirm = () =>
    run(work, (result) => {
      onClose()
      onDone(result)
    })
  return (
    <Dialog title={title} open={open} onClose={onClose}>
      <div class="stack">
        {children}
        <Failure error={error} />
        <p class="row">
          <Button kind={kind} busy={isBusy} onClick={confirm}>
            {verb}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {say('Cancel')}
          </Button>
        </p>
      </div>
    </Dialog>
  )
}
