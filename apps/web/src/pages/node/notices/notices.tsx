import { Devices } from './devices.tsx'
import { Times } from './times.tsx'

/** How requests for approval are announced: by mail, at which hours, and on which devices. */
export function Notices() {
  return (
    <div class="stack">
      <Times />
      <Devices />
    </div>
  )
}
