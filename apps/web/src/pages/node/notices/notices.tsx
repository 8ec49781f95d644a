import { Devices } from './devices.tsx'
import { Reminder } from './reminder.tsx'
import { Times } from './times.tsx'

/** How one is told that somebody asks for an approval: by mail, at which hours, and on which devices; and whether one is reminded of a streak. */
export function Notices() {
  return (
    <div class="stack">
      <Times />
      <Devices />
      <Reminder />
    </div>
  )
}
