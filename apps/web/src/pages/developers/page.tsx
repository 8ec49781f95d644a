import './developers.css'
import { PageHead } from '../../parts/page-head.tsx'
import { Doors } from './doors.tsx'
import { QuickstartView } from './quickstart-view.tsx'
import { QUICKSTARTS } from './quickstarts.ts'
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
      {QUICKSTARTS.map((quickstart) => (
        <QuickstartView key={quickstart.id} quickstart={quickstart} />
      ))}
      <Doors />
      <StatusView />
    </div>
  )
}
