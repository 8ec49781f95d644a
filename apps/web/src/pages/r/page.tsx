import './r.css'
import '../../parts/print.css'
import { Failure } from '../../parts/failure.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useRequest } from '../../parts/request.ts'
import { DropAnywhere } from '../../receipts/drop-anywhere.tsx'
import { place } from '../../router.ts'
import { handIn } from '../verify/flow/handed-in.ts'
import { openLink } from './flow.ts'
import { Opening, ReceiptView } from './receipt-view.tsx'
import { OBSTACLES, type Obstacle, WORDS } from './words.ts'

/** A receipt that somebody gave a link to: fetched, decrypted and verified in this browser. */
export function Page() {
  const { href } = place.value.url
  const { value, error, isBusy, reload } = useRequest((signal) => openLink(href, signal), { deps: [href] })
  return (
    <div class="stack">
      <PageHead title={WORDS.title} />
      {isBusy && value === null ? <Opening /> : null}
      <Failure error={error} onRetry={reload} />
      {value && 'obstacle' in value ? <Blocked obstacle={value.obstacle} /> : null}
      {value && 'documents' in value ? <ReceiptView key={href} href={href} documents={value.documents} /> : null}
      <DropAnywhere words={WORDS.drop} onDrop={(transfer) => void handIn(transfer)} />
    </div>
  )
}

function Blocked({ obstacle }: { obstacle: Obstacle }) {
  const { title, advice } = OBSTACLES[obstacle]
  return (
    <>
      <Notice kind="bad" title={title} live>
        {advice}
      </Notice>
      <p>
        <a href="/verify">{WORDS.verifyOther}</a>
      </p>
    </>
  )
}
