import { openToken, type Secrets } from '../../platform/secrets.ts'

/** Which code a link stands for: of which e-mail address, asked for by whom. */
export type LinkedCode = { emailKey: string; askerHash: Buffer; code: string }

/** What stands after the # of the link in a mail. Only this service can write or read it, so that there is nothing to guess. */
export function writeLink(secrets: Secrets, { emailKey, askerHash, code }: LinkedCode): string {
  const text = JSON.stringify([emailKey, askerHash.toString('base64url'), code])
  return secrets.seal('sign-in-link', text).toString('base64url')
}

/** The code behind a link; undefined for one that this service did not write. */
export function readLink(secrets: Secrets, link: string): LinkedCode | undefined {
  const text = openToken(secrets, 'sign-in-link', link)
  if (text === null) return undefined
  const [emailKey, asker, code] = JSON.parse(text) as [string, string, string]
  return { emailKey, askerHash: Buffer.from(asker, 'base64url'), code }
}
