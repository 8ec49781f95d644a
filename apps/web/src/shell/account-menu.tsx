import { useRef } from 'preact/hooks'
import { useAction } from '../parts/action.ts'
import { Icon } from '../parts/icon.tsx'
import type { Session } from '../session/session.ts'
import { leave } from '../sign-in/leave.ts'
import { ACCOUNT_WORDS as WORDS } from './words.ts'

/** Who is signed in, and what is theirs. The browser's own popover: Escape and a tap beside it close it. */
export function AccountMenu({ who: { nodeHandle, email } }: { who: Session }) {
  const list = useRef<HTMLDivElement>(null)
  const { run, isBusy, error } = useAction()
  const signOut = async () => {
    await leave()
    // The button goes with the session; whoever pressed it hears where they are.
    document.querySelector<HTMLElement>('main h1')?.focus()
  }
  const close = () => list.current?.hidePopover()
  return (
    <div class="account">
      <button type="button" popovertarget="account" aria-label={WORDS.label(nodeHandle)}>
        <Icon name="node" />
        <span class="account-name">{nodeHandle}</span>
      </button>
      <div id="account" class="menu account-menu" popover="auto" ref={list}>
        <p class="small soft">{WORDS.signedInAs}</p>
        <p class="account-who">
          <strong>{nodeHandle}</strong>
          <span class="small soft">{email}</span>
        </p>
        <ul onClick={close}>
          <li>
            <a href="/node">{WORDS.node}</a>
          </li>
          <li>
            <a href="/node?view=receipts">{WORDS.receipts}</a>
          </li>
          <li>
            <a href="/node?view=access">{WORDS.devices}</a>
          </li>
        </ul>
        <button type="button" aria-disabled={isBusy} onClick={() => run(signOut)}>
          {WORDS.signOut}
        </button>
        <p role="alert" class="small">
          {error ? WORDS.failed : ''}
        </p>
      </div>
    </div>
  )
}
