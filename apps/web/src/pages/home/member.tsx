import type { OutputOf } from '@stillhere/client/http'
import { ButtonLink } from '../../parts/button.tsx'
import { PageHead, Stat, Stats } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useRequest } from '../../parts/request.ts'
import { service } from '../../service.ts'
import type { Session } from '../../session/session.ts'
import { MEMBER_WORDS as WORDS } from './words.ts'

// Keeps the line free for the words, so that nothing moves when they come.
const BLANK = '\u00a0'

type Today = { entropy: OutputOf<'getEntropy'>; left: number | null }

/** Shows a member what is left to do today, with the streak, the particle level, the remaining scans, and links to the scan, the receipts and the node. */
export function MemberHero({ who }: { who: Session }) {
  const { value, error, reload } = useRequest((signal) => readToday(who.email, signal), { deps: [who.email] })
  const left = value && value.left
  return (
    <section class="hero">
      <PageHead
        title={WORDS.title(who.nodeHandle)}
        lead={
          value ? WORDS.lead(value.entropy, { left: value.left, today: new Date().toISOString().slice(0, 10) }) : BLANK
        }
      />
      <p class="row">
        <ButtonLink href="/scan">{WORDS.scan(left)}</ButtonLink>
        <ButtonLink href="/node?view=receipts" kind="quiet">
          {WORDS.receipts}
        </ButtonLink>
        <ButtonLink href="/node" kind="quiet">
          {WORDS.node}
        </ButtonLink>
      </p>
      <Failure error={error} onRetry={reload} />
      <section aria-label={WORDS.figures}>
        <Stats>
          <Stat
            label={WORDS.streak}
            value={value && value.entropy.streakDays}
            note={WORDS.days(value?.entropy.streakDays ?? 0)}
          />
          <Stat label={WORDS.level} value={value && value.entropy.particleLevel} note={WORDS.ofLevels} />
          <Stat label={WORDS.left} value={left} note={WORDS.today} />
        </Stats>
      </section>
    </section>
  )
}

async function readToday(email: string, signal: AbortSignal): Promise<Today> {
  const [entropy, { session }] = await Promise.all([
    service.getEntropy({ email }, { signal }),
    service.getSession({}, { signal }),
  ])
  return { entropy, left: session && session.scans_left }
}
