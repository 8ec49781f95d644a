import { sayRich } from '../words/rich.tsx'

/** The way on for people without an invite. */
export function NoInvite() {
  return <p>{sayRich('No invite? <link>Ask for one</link>', { link: (text) => <a href="/waitlist">{text}</a> })}</p>
}
