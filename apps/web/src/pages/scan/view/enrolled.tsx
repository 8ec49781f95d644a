import { Button } from '../../../parts/button.tsx'
import { ExactTime } from '../../../parts/time.tsx'
import type { Enrollment } from '../../../session/enrollment-store.ts'
import { Heading } from './heading.tsx'

type EnrolledProps = { enrollment: Enrollment; onScan: () => void; onBack: () => void }

/** The service knows how this person moves; the first real scan comes next. */
export function Enrolled({ enrollment, onScan, onBack }: EnrolledProps) {
  return (
    <section class="card scan-end">
      <Heading>You are enrolled.</Heading>
      <p>
        {enrollment.sample_count} captures agreed with each other, and the service has sealed what they have in common.
        The seal is kept in this browser and holds until <ExactTime at={enrollment.expires_at} />. The captures
        themselves were let go.
      </p>
      <p>Take a breath. Then make your first scan: one round of six new arrows, and it counts for your node.</p>
      <p class="row">
        <Button onClick={onScan}>Scan now</Button>
        <Button kind="quiet" onClick={onBack}>
          Later
        </Button>
      </p>
    </section>
  )
}
