import './developers.css'
import { CopyField } from '../../parts/copy-field.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { MoreLinks } from './more-links.tsx'
import { QuickstartView } from './quickstart-view.tsx'
import { INSTALL, INSTALL_ELSEWHERE, QUICKSTARTS } from './quickstarts.ts'
import { StatusView } from './status-view.tsx'

/** Three ways to begin, where everything else is, and how the service is. */
export function Page() {
  return (
    <div class="stack-wide">
      <PageHead
        title="For developers"
        lead="Three ways to begin. Every file here is one that the tests of this service run, exactly as it stands."
      />
      <nav class="row" aria-label="Quickstarts">
        {QUICKSTARTS.map(({ id, title }) => (
          <a key={id} href={`#${id}`}>
            {title}
          </a>
        ))}
        <a href="#status">Status</a>
      </nav>
      <Install />
      {QUICKSTARTS.map((quickstart) => (
        <QuickstartView key={quickstart.id} quickstart={quickstart} />
      ))}
      <MoreLinks />
      <StatusView />
    </div>
  )
}

function Install() {
  return (
    <section class="stack" aria-labelledby="install-title">
      <h2 id="install-title">Start from a checkout</h2>
      <p>The packages are not on npm yet. In a checkout of Stillhere, install once; every command below runs there.</p>
      <CopyField label="Install" value={INSTALL} />
      <p>To use them in a project of your own, pack them for a folder beside the checkout.</p>
      <CopyField label="Pack and install" value={INSTALL_ELSEWHERE} />
    </section>
  )
}
