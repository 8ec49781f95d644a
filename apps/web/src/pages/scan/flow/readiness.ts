/** What is known of this device before anybody presses a button. */
export type Circumstances = {
  isSecure: boolean
  /** `speaking`: readings arrive; `asks`: the browser asks first, as on iOS; `silent`: nothing came; `none`: not known here. */
  sensors: 'looking' | 'speaking' | 'asks' | 'silent' | 'none'
  permission: 'granted' | 'denied' | 'unknown'
  nodeHandle: string | null
  /** Until when the enrollment of this node holds; null without one. */
  enrolledUntil: string | null
}

/** What was found out about the sensors so far. */
export type Hearing = { areKnown: boolean; askFirst: boolean; spoke: boolean; isLate: boolean }

/** What is known of the sensors. Only a browser that allows them and still says nothing can be taken for silent. */
export function describeSensors(
  { areKnown, askFirst, spoke, isLate }: Hearing,
  permission: Circumstances['permission'],
): Circumstances['sensors'] {
  if (!areKnown) return 'none'
  if (spoke) return 'speaking'
  if (isLate && (!askFirst || permission === 'granted')) return 'silent'
  return askFirst && permission !== 'granted' ? 'asks' : 'looking'
}

/** One line of the check; `good` is fine, `info` is worth knowing, `warn` stands in the way. */
export type Check = { name: string; state: 'good' | 'info' | 'warn'; words: string }

/** Whether a scan can begin here, line by line. */
export function listChecks(circumstances: Circumstances): Check[] {
  const { isSecure, sensors, permission, nodeHandle, enrolledUntil } = circumstances
  return [
    isSecure
      ? { name: 'Page', state: 'good', words: 'Secure.' }
      : { name: 'Page', state: 'warn', words: 'Not secure. Sensors are silent here; open it over https.' },
    { name: 'Sensors', ...SENSOR_WORDS[sensors] },
    { name: 'Permission', ...permissionWords(permission, sensors) },
    // The coupling of a phone's own camera with its sensors was never measured (docs/camera.md).
    { name: 'Camera', state: 'info', words: 'Stays off: nobody has shown yet that it helps on the phone that moves.' },
    nodeHandle === null
      ? { name: 'Node', state: 'info', words: 'You’re not signed in. The receipt will be this browser’s own.' }
      : { name: 'Node', state: 'good', words: `Signed in as ${nodeHandle}.` },
    ...(nodeHandle === null ? [] : [enrollmentCheck(enrolledUntil)]),
  ]
}

type Words = Omit<Check, 'name'>

const SENSOR_WORDS: Readonly<Record<Circumstances['sensors'], Words>> = {
  looking: { state: 'info', words: 'Looking…' },
  speaking: { state: 'good', words: 'They answer.' },
  asks: { state: 'good', words: 'There, as soon as you allow them.' },
  silent: { state: 'warn', words: 'No answer; there may be none.' },
  none: { state: 'warn', words: 'This browser knows none.' },
}

function permissionWords(permission: Circumstances['permission'], sensors: Circumstances['sensors']): Words {
  if (permission === 'denied')
    return { state: 'warn', words: 'Refused for this site. Allow motion sensors in the browser’s settings.' }
  if (permission === 'granted' || sensors === 'speaking') return { state: 'good', words: 'Given.' }
  return { state: 'info', words: 'Asked for when you start, if at all.' }
}

function enrollmentCheck(until: string | null): Check {
  const name = 'Enrollment'
  if (until === null) return { name, state: 'info', words: 'Not on this device yet. It comes first.' }
  const day = new Date(until).toLocaleDateString('en-GB', { dateStyle: 'medium' })
  return { name, state: 'good', words: `Kept on this device, good until ${day}.` }
}
