import { Card } from '../../../parts/card.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { say } from '../../../words/speak.ts'
import { PLATFORMS, type Platform } from './platforms.ts'

/** Keeps the place of the previews while they are on their way. */
export function TargetsComing({ platforms }: { platforms: readonly Platform[] }) {
  return (
    <Card title={say('What goes out')}>
      <p role="status" class="unseen">
        {say('Asking for the preview…')}
      </p>
      <ul class="admin-targets">
        {platforms.map((platform) => (
          <li key={platform} class="stack admin-target">
            <h3>{PLATFORMS[platform]}</h3>
            <Skeleton lines={5} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
