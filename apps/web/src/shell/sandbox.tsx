import { say } from '../words/speak.ts'

// The service writes it into the document, so it is known before anything is drawn.
const isSandbox = 'sandbox' in document.documentElement.dataset

/** Says on every page of a sandbox that it is one. */
export function SandboxNotice() {
  return isSandbox ? <p class="sandbox small">{say('Sandbox: receipts from here are for testing only.')}</p> : null
}
