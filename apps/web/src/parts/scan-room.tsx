import './skeleton.css'
import { Skeleton } from './skeleton.tsx'

/** Keeps the room of a scan whose code is on its way, so that what stands below it is not pushed away when it arrives. */
export function ScanRoom() {
  return (
    <div class="scan-room">
      <Skeleton lines={6} />
    </div>
  )
}
