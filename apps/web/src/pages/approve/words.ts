import { type Asker, describeAsker } from '../../parts/approval-words.ts'
import { LEVEL_ONE_WORDS } from '../../parts/assurance-words.ts'
import type { End } from './flow/phase.ts'

/** What the page says. */
export const WORDS = {
  asks: (asker: Asker) => `${describeAsker(asker)} asks you to approve:`,
  type: 'Type:',
  compare: 'Compare:',
  until: 'Open until',
  test: 'This is a test. It proves nothing, and nobody should rely on it.',
  missing: 'There is no such approval',
  missingAdvice: 'The link may be incomplete or old. Approvals that your node was asked for are on My node.',
  approve: 'Approve',
  deny: 'Deny',
  stop: 'Deny, and don’t let them ask again',
  howLive:
    'Approve starts a scan: six arrows, about ten seconds, phone in one hand. Then you unlock your passkey, which signs it.',
  howMotion: 'Approve starts a scan: six arrows, about ten seconds, phone in one hand.',
  cannotMove: 'Can’t move a phone? You can deny without a scan. Approving without one isn’t possible yet.',
  signInTitle: 'Sign in to decide',
  signInText:
    'Only the node that was asked can approve or deny. Sign in with its e-mail address; you come back here afterwards.',
  signIn: 'Sign in',
  otherTitle: 'Your node was not asked for this.',
  otherText: (handle: string) =>
    `You’re signed in as ${handle}. Only the node that was asked can approve or deny; sign in as that one, or close this page.`,
  signInAsOther: 'Sign in as another node',
  passkeyTitle: 'To approve, add a passkey first',
  passkeyText: (level: number) =>
    `This needs level ${level}: a scan in real time that a passkey of your node signs, and your node has none that can sign. Denying needs no passkey.`,
  enrollTitle: 'To approve, first teach Stillhere how you move',
  enrollText:
    'Four short steps, about one minute: three rounds of six arrows, then the scan that approves. The result is sealed and kept in this browser. Denying needs no scan.',
  enrolled: 'Step 4 of 4: the scan that approves. Six new arrows, once.',
  enrollAgain: 'Enroll again',
  phoneTitle: 'Approve on your phone',
  phoneText:
    'Approving takes motion sensors. Point the camera of your phone at this, and sign in there as the node that was asked. The link holds no secret.',
  here: 'Approve on this device',
  allApprovals: 'All your approvals',
} as const

type Said = { kind: 'good' | 'info' | 'warn'; title: string; advice: string }

/** How an approval ended, and what that means. */
export function describeEnd(end: End, { name }: Pick<Asker, 'name'>): Said {
  const askAgain = `have ${name} ask again.`
  if (end.kind === 'granted')
    return { kind: 'good', title: 'You approved this.', advice: sayGranted(name, end.assurance) }
  if (end.kind === 'denied') return { kind: 'info', title: 'You denied this.', advice: sayDenied(name, end.isStopped) }
  if (end.kind === 'earlier')
    return { kind: 'info', title: EARLIER[end.status], advice: 'There is nothing left to decide here.' }
  const [title, advice] = OVER[end.kind]
  return { kind: 'warn', title, advice: `${advice}, ${askAgain}` }
}

const OVER: Readonly<Record<'refused' | 'expired', readonly [title: string, advice: string]>> = {
  refused: ['Five scans were refused, so this counts as denied.', 'Nothing was approved. If you want to approve it'],
  expired: ['This has expired.', 'Nobody can use it any more. If it still matters'],
}

function sayGranted(name: string, assurance: 0 | 1 | 2 | 3): string {
  if (assurance === 0) return `${name} has 5 minutes to use it, once. It’s told that you approved with a mailed code.`
  const level =
    assurance > 1 ? 'The scan was made in real time, and a passkey of your node signed it.' : LEVEL_ONE_WORDS
  return `${name} has 5 minutes to use it, once. ${level}`
}

function sayDenied(name: string, isStopped: boolean): string {
  if (isStopped) return `${name} may not ask you again. You can let it ask again on My node.`
  return `Nothing was approved. ${name} is told that you denied it.`
}

const EARLIER: Readonly<Record<'granted' | 'denied' | 'unknown', string>> = {
  granted: 'This was approved before.',
  denied: 'This was denied before.',
  unknown: 'This was decided elsewhere.',
}
