import { Card } from '../../../parts/card.tsx'
import { Icon } from '../../../parts/icon.tsx'
import type { Enrollment } from '../../../session/enrollment-store.ts'
import { listChecks } from '../flow/readiness.ts'
import { useDevice } from '../flow/use-device.ts'

/** Whether a scan can begin here: the device, the node and its enrollment. */
export function Readiness({ nodeHandle, enrollment }: { nodeHandle: string | null; enrollment: Enrollment | null }) {
  const device = useDevice()
  const checks = listChecks({ ...device, nodeHandle, enrolledUntil: enrollment?.expires_at ?? null })
  return (
    <Card title="Is everything ready?">
      <ul class="scan-checks">
        {checks.map(({ name, state, words }) => (
          <li key={name} class={`scan-check-${state}`}>
            <Icon name={state} />
            <span>
              <strong>{name}</strong> {words}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
