import { useSignalEffect } from '@preact/signals'
import type { ComponentChildren, ComponentType } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { place } from '../router.ts'
import { session } from '../session/session.ts'
import { SignInAgain } from '../sign-in/again.tsx'
import { say } from '../words/speak.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { isOfSite } from './pages.ts'
import { OfflineNotice, View } from './view.tsx'

/**
 * Shows the frame of every page (skip link, header, notices, footer) around the current page. `first` is the component of the page that was
 * opened, if it has loaded already.
 */
export function Shell({ first }: { first: ComponentType | null }) {
  const main = useRef<HTMLElement>(null)
  const content = (
    <main id="main" tabIndex={-1} ref={main}>
      <SandboxNotice />
      <OfflineNotice />
      <LeftReceipts />
      <View first={first} />
      <SignInAgain />
    </main>
  )
  // People who come from a site have one thing to do here, so there are no other links.
  if (isOfSite(place.value.url.pathname)) return <BareShell>{content}</BareShell>
  return (
    <div class="shell">
      <a class="skip" href="#main" onClick={() => main.current?.focus()}>
        {say('Skip to content')}
      </a>
      <Header />
      {content}
      <Footer />
    </div>
  )
}

// The service writes it into the document, so it is known before the first render.
const isSandbox = 'sandbox' in document.documentElement.dataset

/** Marks every page of a sandbox. */
function SandboxNotice() {
  return isSandbox ? <p class="sandbox small">{say('Sandbox: receipts from here are for testing only.')}</p> : null
}

type Left = ComponentType<{ onDone: () => void }>

/** Shows after signing out that receipts remain on this device, and offers to remove them. */
function LeftReceipts() {
  const before = useRef(session.peek())
  const [Shown, setShown] = useState<Left | null>(null)
  useSignalEffect(() => {
    const hasLeft = before.current !== null && session.value === null
    before.current = session.value
    // Loaded late, because most visits don't need it.
    if (hasLeft) import('../receipts/left.tsx').then(({ Left }) => setShown(() => Left), handleNothing)
    else if (session.value !== null) setShown(null)
  })
  return Shown ? <Shown onDone={() => setShown(null)} /> : null
}

function handleNothing(): void {}

function BareShell({ children }: { children: ComponentChildren }) {
  return (
    <div class="shell shell-bare">
      <header class="header">
        <span class="brand">Stillhere</span>
      </header>
      {children}
    </div>
  )
}
