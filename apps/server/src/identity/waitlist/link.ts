import { RequestProblem } from '../../platform/problem.ts'
import { openToken, type Secrets } from '../../platform/secrets.ts'

/** To whom a link was mailed, and until when it is good. */
export type MailedLink = { email: string; expiresAt: Date }

/** What stands after the # of a link. It holds the address itself, so that nothing is stored of whoever never opens it. */
export function writeLink(secrets: Secrets, { email, expiresAt }: MailedLink): string {
  return secrets.seal('waitlist-link', JSON.stringify([email, expiresAt.getTime()])).toString('base64url')
}

/** The address that a link was mailed to; 410 for one that is too old, or that this service did not write. */
export function demandLink(secrets: Secrets, link: string, now: Date): string {
  const text = openToken(secrets, 'waitlist-link', link)
  const [email, expiresAt] = JSON.parse(text ?? '["", 0]') as [string, number]
  if (expiresAt > now.getTime()) return email
  throw new RequestProblem('LINK_EXPIRED', 'This link is not complete, or too old. Ask again to get a new one.')
}
