import './skeleton.css'
import { say } from '../words/speak.ts'

/** Gray lines where text will stand; they keep its place. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div class="skeleton" aria-hidden="true">
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  )
}

/** A page that is on its way. */
export function PageSkeleton() {
  return (
    <div class="stack" aria-busy="true">
      <p class="unseen" role="status">
        {say('Loading…')}
      </p>
      <div class="skeleton skeleton-title" aria-hidden="true">
        <span />
      </div>
      <Skeleton lines={4} />
    </div>
  )
}

/** Keeps the room of a scan whose code is on its way, so that what stands below it is not pushed away when it arrives. */
export function ScanRoom() {
  return (
    <div class="scan-room">
      <Skeleton lines={6} />
    </div>
  )
}
