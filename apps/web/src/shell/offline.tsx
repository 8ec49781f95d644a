import { signal } from '@preact/signals'
import { Notice } from '../parts/notice.tsx'
import { say } from '../words/speak.ts'

const isOnline = signal(navigator.onLine)
addEventListener('online', () => {
  isOnline.value = true
})
addEventListener('offline', () => {
  isOnline.value = false
})

/** Says so while the browser has no network, and what still works then. */
export function OfflineNotice() {
  return (
    <div role="status" class="offline">
      {isOnline.value ? null : (
        <Notice kind="warn" title={say('You’re offline.')}>
          {say('Open pages still work, and you can check receipts. Everything else has to wait.')}
        </Notice>
      )}
    </div>
  )
}
