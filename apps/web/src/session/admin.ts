import { signal } from '@preact/signals'

/** Whether the operator is signed in in this browser; unknown until the service was asked. The session itself is a cookie that no script can read. */
export const adminState = signal<'unknown' | 'open' | 'locked'>('unknown')
