import './developers.css'
import { CopyField } from '../../parts/copy-field.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { say } from '../../words/speak.ts'
import { Levels } from './levels.tsx'
import { MoreLinks } from './more-links.tsx'
import { QuickstartView } from './quickstart-view.tsx'
import { INSTALL, INSTALL_ELSEWHERE, QUICKSTARTS } from './quickstarts.ts'
import { StatusView } from './status-view.tsx'

/** Three ways to begin, where everything else is, and how the service is. */
export function Page() {
  return (
    <div class="stack-wide">
      <PageHead
        title={say('For developers')}
        lead={say('Three ways to start. Our tests run every file on this page exactly as shown.')}
      />
      <nav class="row" aria-label={say('Quickstarts')}>
        {QUICKSTARTS.map(({ id, title }) => (
          <a key={id} href={`#${id}`}>
            {title}
          </a>
        ))}
        <a href="#levels">{say('Levels')}</a>
        <a href="#status">{say('Status')}</a>
      </nav>
      <Install />
      {QUICKSTARTS.map((quickstart) => (
        <QuickstartView key={quickstart.id} quickstart={quickstart} />
      ))}
      <Levels />
      <MoreLinks />
      <StatusView />
    </div>
  )
}

function Install() {
  return (
    <section class="stack" aria-labelledby="install-title">
      <h2 id="install-title">{say('Start from a checkout')}</h2>
      <p>
        {say(
          'The packages aren’t on npm yet. Install once in a checkout of Stillhere; every command below runs there.',
        )}
      </p>
      <CopyField label={say('Install')} value={INSTALL} />
      <p>{say('To use them in your own project, pack them for a folder next to the checkout.')}</p>
      <CopyField label={say('Pack and install')} value={INSTALL_ELSEWHERE} />
    </section>
  )
}
