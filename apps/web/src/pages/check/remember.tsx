import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Notice } from '../../parts/notice.tsx'
import { session } from '../../session/session.ts'
import { sayRich } from '../../words/rich.tsx'
import { explainFailure } from '../scan/explain.ts'
import { ScanBox } from '../scan/scan-box.tsx'
import { useScan } from '../scan/use-scan.ts'
import { WORDS } from './words.ts'

type RememberProps = {
  site: string
  /** Called when the person continues here, so that the page doesn't return to the site. */
  onStay: () => void
}

/**
 * Offers to enroll after a first visit, so that the site recognizes the person next time; the check has passed either way. Calls `onStay`
 * when the person accepts, so that the page doesn't return to the site.
 */
export function Remember({ site, onStay }: RememberProps) {
  const [isWanted, setWanted] = useState(false)
  const want = () => {
    setWanted(true)
    onStay()
  }
  if (isWanted) return <RememberScan site={site} />
  return (
    <Card title={WORDS.rememberTitle}>
      <p>{WORDS.rememberText(site)}</p>
      <p>
        <Button kind="quiet" onClick={want}>
          {WORDS.remember}
        </Button>
      </p>
      {session.value === null ? (
        <p class="small">
          {sayRich('Rather have an account? <link>Join</link>', {
            link: (text) => <a href="/join">{text}</a>,
          })}
        </p>
      ) : null}
    </Card>
  )
}

const ENROLL = { title: WORDS.rememberEnroll, text: WORDS.rememberEnrollText }

function RememberScan({ site }: { site: string }) {
  const scan = useScan({ kind: 'enrollment' })
  if (scan.end?.kind === 'enrolled')
    return (
      <Notice kind="good" title={WORDS.remembered} live>
        {WORDS.rememberedText(site)}
      </Notice>
    )
  return (
    <ScanBox
      scan={scan}
      explain={explainFailure}
      intro={ENROLL}
      words={{ enrolled: WORDS.remembered, start: '' }}
      enrollKind="quiet"
    />
  )
}
