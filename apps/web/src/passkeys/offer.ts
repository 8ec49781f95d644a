const KEY = 'stillhere-passkey-offered'

/** Whether this browser was offered a passkey before; nobody is asked twice. */
export function wasOffered(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return true
  }
}

/** Notes that a passkey was offered. */
export function noteOffered(): void {
  try {
    localStorage.setItem(KEY, 'yes')
  } catch {
    // Without storage it is offered after every sign-in by code.
  }
}
