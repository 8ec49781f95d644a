import { Devices } from './devices.tsx'
import { Times } from './times.tsx'

/** How one is told that somebody asks for an approval: by mail, at which hours, and on which devices. */
export function Notices() {
  return (
    <div class="stack">
      <Times />
      <Devices />
    </div>
  )
}
