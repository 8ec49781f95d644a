import './dialog.css'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { say } from '../words/speak.ts'
import { Icon } from './notice.tsx'

type DialogProps = { title: string; open: boolean; onClose: () => void; children: ComponentChildren }

/**
 * Shows a modal dialog while `open` is true. Calls `onClose` when the person closes it by its button or with Escape. The browser keeps the focus
 * inside and returns it afterwards.
 */
export function Dialog({ title, open, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal()
    if (!open && dialog.current?.open) dialog.current.close()
  }, [open])
  return (
    <dialog class="dialog" ref={dialog} aria-labelledby={id} onClose={onClose}>
      <div class="card-head">
        <h2 id={id}>{title}</h2>
        <button type="button" class="dialog-close" aria-label={say('Close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {open ? children : null}
    </dialog>
  )
}
