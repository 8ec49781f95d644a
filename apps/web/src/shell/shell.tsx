import type { ComponentChildren, ComponentType } from 'preact'
import { useRef } from 'preact/hooks'
import { place } from '../router.ts'
import { SignInAgain } from '../sign-in/again.tsx'
import { say } from '../words/speak.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { LeftReceipts } from './left-receipts.tsx'
import { OfflineNotice } from './offline.tsx'
import { isOfSite } from './pages.ts'
import { SandboxNotice } from './sandbox.tsx'
import { View } from './view.tsx'

/** What surrounds every page: the way past it, where one is, where one can go. */
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
  // Whoever comes from a site has one thing to do here; nothing leads away from it.
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
