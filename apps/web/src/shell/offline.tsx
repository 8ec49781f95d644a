import { signal } from '@preact/signals'
import { Notice } from '../parts/notice.tsx'
import { say } from '../words/speak.ts'

/** Whether the browser has a network. */
export const isOnline = signal(navigator.onLine)
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
          {keepsPages()
            ? say('You can check receipts on Verify. Most other things have to wait.')
            : say('What’s open stays readable. Everything else has to wait.')}
        </Notice>
      )}
    </div>
  )
}

// Verify with all its scripts is there only once the service worker has kept it.
function keepsPages(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
}
