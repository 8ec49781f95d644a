import { sayRich } from '../words/rich.tsx'

/** Shows a line for people without an invite, with a link to the page that asks for one. */
export function NoInvite() {
  return <p>{sayRich('No invite? <link>Ask for one</link>', { link: (text) => <a href="/waitlist">{text}</a> })}</p>
}
