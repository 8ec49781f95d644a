import { describeLevel } from '@stillhere/client/receipt/view'
import type { Asker } from '../../ask/ask.ts'
import type { EndWords } from '../../ask/request.tsx'
import { VOICE } from '../../receipts/voice.ts'
import { say } from '../../words/speak.ts'
import type { End } from './use-approval.ts'

/** Texts of the page. */
export const WORDS = {
  left: (clock: string) => say('{time} left', { time: clock }),
  missingAdvice: say('The link may be incomplete or old. What your node was asked for is listed under My node.'),
  otherActionTitle: say('This page doesn’t show what you were asked for'),
  otherActionAdvice: say('Nothing was approved. Reload the page and read it again.'),
  approve: say('Approve'),
  deny: say('Deny'),
  stop: say('Deny, and don’t let them ask again'),
  takeBack: say('Take back my approval'),
  howLive: say(
    'Approve starts a scan: six arrows, about ten seconds, phone in one hand. Then you unlock your passkey, which signs it.',
  ),
  howKey: say(
    'Approve starts a scan: six arrows, about ten seconds, phone in one hand. Then you hold your security key to the phone, which signs it.',
  ),
  howMotion: say('Approve starts a scan: six arrows, about ten seconds, phone in one hand.'),
  howTap: say('Approve is one press here, because you accept approvals without a scan. There’s no receipt.'),
  howPasskey: say('Approve asks your passkey to sign exactly this action. You need no phone and no scan.'),
  cannotMove: say('Can’t move a phone? You can deny without a scan. Approving without one isn’t possible yet.'),
  signInTitle: say('Sign in to decide'),
  signInText: say(
    'Only the node that was asked can approve or deny. Sign in with its email address; you come back here afterwards.',
  ),
  otherTitle: say('Your node was not asked for this.'),
  otherText: (handle: string) =>
    say(
      'You’re signed in as {handle}. Only the node that was asked can approve or deny. Sign in as that one, or close this page.',
      { handle },
    ),
  signInAsOther: say('Sign in as another node'),
  passkeyTitle: say('To approve, add a passkey first'),
  passkeyText: (level: number) =>
    say('This needs level {level}, and your node has no passkey that can sign. Denying needs no passkey.', { level }),
  passkeyAlone: say(
    'This needs a passkey of your node, and your node has none that can sign. Denying needs no passkey.',
  ),
  keyTitle: say('To approve, add a security key first'),
  keyText: say(
    'This needs level 3, and your node has no security key that this service accepts for it. Denying needs no key.',
  ),
  enrollTitle: say('To approve, first teach Stillhere how you move'),
  enrollText: say(
    'Four short steps, about one minute: three rounds of six arrows, then the scan that approves. The result is sealed and kept in this browser. Denying needs no scan.',
  ),
  enrolled: say('Step 4 of 4: the scan that approves. Six new arrows, once.'),
  phoneTitle: say('Approve on your phone'),
  phoneText: say(
    'Approving takes motion sensors. Point your phone’s camera at this code and sign in there as the node that was asked. The link holds no secret.',
  ),
  here: say('Approve on this device'),
  allApprovals: say('All your approvals'),
  otherWayText: say(
    'You can approve this with a code that we email you. The site learns that no motion was checked, and there’s no receipt.',
  ),
  mailAgain: say('Mail another code'),
  approveByCode: say('Approve with this code'),
} as const

/** Describes how the approval ended for this person, and what follows. `name` is the asker's name. */
export function describeEnd(end: End, { name }: Pick<Asker, 'name'>): EndWords {
  if (end.kind === 'granted')
    return { kind: 'good', title: say('You approved this.'), advice: describeGranted(name, end) }
  if (end.kind === 'denied')
    return { kind: 'info', title: say('You denied this.'), advice: describeDenied(name, end.isStopped) }
  if (end.kind === 'waiting') return describeWaiting(end.decision, name)
  if (end.kind === 'earlier')
    return { kind: 'info', title: EARLIER[end.status], advice: say('There’s nothing left to decide here.') }
  return { kind: 'warn', ...describeOver(end.kind, name) }
}

function describeWaiting(decision: 'granted' | 'denied', name: string): EndWords {
  return decision === 'granted'
    ? {
        kind: 'good',
        title: say('You approved this.'),
        advice: say('Others are still asked. {name} can use it, once, when enough people have approved.', { name }),
      }
    : {
        kind: 'info',
        title: say('You denied this.'),
        advice: say('Others are still asked. {name} can use it only if enough of them approve.', { name }),
      }
}

function describeOver(kind: 'refused' | 'expired', name: string): Pick<EndWords, 'title' | 'advice'> {
  return kind === 'refused'
    ? {
        title: say('Five scans were refused, so this counts as denied.'),
        advice: say('Nothing was approved. If you want to approve it, have {name} ask again.', { name }),
      }
    : {
        title: say('This has expired.'),
        advice: say('It can no longer be used. If it still matters, ask {name} to send it again.', { name }),
      }
}

function describeGranted(name: string, end: Extract<End, { kind: 'granted' }>): string {
  if (end.by === 'hand')
    return `${say('{name} has 5 minutes to use it, once.', { name })} ${describeLevel(end.assurance, VOICE)}`
  if (end.by === 'tap')
    return say('{name} has 5 minutes to use it, once. It learns that you pressed Approve without a scan.', { name })
  if (end.by === 'passkey')
    return say('{name} has 5 minutes to use it, once. Your passkey signed exactly this action, without a scan.', {
      name,
    })
  return say('{name} has 5 minutes to use it, once. It’s told that you approved with a mailed code.', { name })
}

function describeDenied(name: string, isStopped: boolean): string {
  if (isStopped) return say('{name} can’t ask you again. You can change that under My node.', { name })
  return say('Nothing was approved. {name} is told that you denied it.', { name })
}

const EARLIER: Readonly<Record<'granted' | 'denied' | 'unknown', string>> = {
  granted: say('This was approved before.'),
  denied: say('This was denied before.'),
  unknown: say('This was decided elsewhere.'),
}
