import { signal } from '@preact/signals'
import { Notice } from '../parts/notice.tsx'

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
        <Notice kind="warn" title="You are offline.">
          Pages that are open still work, and receipts can be checked. What needs the service has to wait.
        </Notice>
      )}
    </div>
  )
}
