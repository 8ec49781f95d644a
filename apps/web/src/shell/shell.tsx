import './shell.css'
import { useRef } from 'preact/hooks'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { OfflineNotice } from './offline.tsx'
import { SandboxNotice } from './sandbox.tsx'
import { View } from './view.tsx'

/** What surrounds every page: the way past it, where one is, where one can go. */
export function Shell() {
  const main = useRef<HTMLElement>(null)
  return (
    <div class="shell">
      <a class="skip" href="#main" onClick={() => main.current?.focus()}>
        Skip to the content
      </a>
      <Header />
      <main id="main" tabIndex={-1} ref={main}>
        <SandboxNotice />
        <OfflineNotice />
        <View />
      </main>
      <Footer />
    </div>
  )
}
