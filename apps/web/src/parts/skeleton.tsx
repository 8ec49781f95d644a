import './skeleton.css'
import { say } from '../words/speak.ts'

/** Shows gray lines as a placeholder for text that is loading. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div class="skeleton" aria-hidden="true">
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  )
}

/** Shows a placeholder for a page that is loading, which screen readers announce. */
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

/** Shows a placeholder with the size of the scan while its code is loading, so that the content below doesn't move. */
export function ScanRoom() {
  return (
    <div class="scan-room">
      <Skeleton lines={6} />
    </div>
  )
}
