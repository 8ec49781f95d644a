import { Icon } from '../../../parts/icon.tsx'
import type { Enrollment } from '../../../session/enrollment-store.ts'
import { describeOwner, describeReadiness } from '../flow/readiness.ts'
import { useDevice } from '../flow/use-device.ts'

type ReadinessProps = { nodeHandle: string | null; enrollment: Enrollment | null }

/** Whether a scan can begin here, and whose it will be: a line each. */
export function Readiness({ nodeHandle, enrollment }: ReadinessProps) {
  const { state, words } = describeReadiness(useDevice())
  return (
    <div class="scan-readiness">
      <p class={`scan-ready scan-ready-${state}`} role="status">
        <Icon name={state} />
        <span>{words}</span>
      </p>
      <p class="small soft">{describeOwner({ nodeHandle, enrolledUntil: enrollment?.expires_at ?? null })}</p>
    </div>
  )
}
