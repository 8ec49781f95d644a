/** Who mails come from. */
export type Sender = { name: string; address: string; domain: string }

// No quoted names, comments or lists: what is left can be written into a header without rules of its own.
const SENDER = /^(?:([^<>@"(),:;[\]\\]{0,100}?)\s*<([^\s<>]+)>|([^\s<>]+))$/
const ADDRESS = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@([A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?)$/

/** Reads "Name <address>" or a bare address; null for anything else. */
export function parseSender(text: string): Sender | null {
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) return null
  const [, name = '', bracketed, bare] = SENDER.exec(text) ?? []
  const address = bracketed ?? bare ?? ''
  const [, domain] = ADDRESS.exec(address) ?? []
  return domain === undefined ? null : { name, address, domain: domain.toLowerCase() }
}
