import { useEffect } from 'preact/hooks'
import { ButtonLink } from '../../../parts/button.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { SavedLine } from '../../../receipts/saved.tsx'
import type { End } from '../flow/phase.ts'
import { describeEnd, WORDS } from '../words.ts'

// Long enough to read what happened; what went wrong takes longer.
const READ_MS = { good: 1500, bad: 5000 }

/** How it ended; returns to the site by itself where the site wants it. */
export function Ended({ end, site }: { end: End; site: string }) {
  const { kind, title, advice } = describeEnd(end, site)
  const { returnUrl } = end
  useEffect(() => {
    if (returnUrl === null) return undefined
    // Replaced, not left: nobody comes back to a check that is over.
    const timer = setTimeout(() => location.replace(returnUrl), kind === 'warn' ? READ_MS.bad : READ_MS.good)
    return () => clearTimeout(timer)
  }, [returnUrl])
  return (
    <>
      <Notice kind={kind} title={title} live>
        {advice}
      </Notice>
      <SavedLine />
      {returnUrl === null ? null : (
        <p>
          <ButtonLink href={returnUrl}>{WORDS.returnNow(site)}</ButtonLink>
        </p>
      )}
    </>
  )
}
