import { PasskeyOfferOnReturn } from '../../../passkeys/passkey-offer.tsx'
import type { Session } from '../../../session/session.ts'
import { StreakCalendar } from './calendar.tsx'
import { Ledger } from './ledger.tsx'
import { Level } from './level.tsx'

/** How far the node is, on which days it was active, and what each scan gave it. */
export function Overview({ who }: { who: Session }) {
  return (
    <div class="stack-wide">
      <Level who={who} />
      <PasskeyOfferOnReturn />
      <StreakCalendar />
      <Ledger />
    </div>
  )
}
