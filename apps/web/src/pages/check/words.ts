import type { End, Phase } from './flow/phase.ts'

/** What the page says. */
export const WORDS = {
  asks: (site: string) => `${site} asks you to confirm`,
  for: 'For',
  test: 'This is a test. It proves nothing, and nobody should rely on it.',
  opening: 'One moment…',
  missing: 'There is no such check',
  missingAdvice: 'The link may be incomplete or old. Go back to the site that you came from, and start again.',
  cancel: 'No, cancel',
  lost: 'The connection is lost.',
  lostAdvice: 'We keep trying. You can leave this page open.',
  learns: 'What the site learns',
  learnsName: (site: string) =>
    `${site} gets a name that only this site knows you by. Not your e-mail address, and not how you move.`,
  phoneTitle: 'Go on with your phone',
  phoneSteps: 'This takes motion sensors. Point the camera of your phone at the code, and enter this number there:',
  qr: 'QR code for your phone',
  number: 'Number for your phone',
  phoneWarning: 'Don’t show or send these to anybody: whoever has both can answer in your place.',
  localOnly: 'This address works on this machine only.',
  localAdvice: 'A phone reaches the service once it is started with npx stillhere serve --lan.',
  joined: 'Your phone has joined. Go on there.',
  joinedAdvice: 'This page goes on when you’re done there.',
  otherPhone: 'Use another phone',
  here: 'Continue on this device',
  elsewhere: 'Use another device',
  fromScreen: 'You came here from another screen.',
  fromScreenAdvice: 'Go on only if you opened that page yourself.',
  askNumber: 'Which number does the other screen show?',
  askNumberHint: 'Two digits, beside the QR code.',
  twoDigits: 'The number has two digits.',
  goOn: 'Go on',
  takenTitle: 'Another page has this check open',
  takenAdvice: 'Go on there. If you cannot find it, go back to the site and start again.',
  signIn: 'Sign in',
  signInTitle: 'Sign in first',
  signInAdvice: (site: string) =>
    `${site} asks for level 2: a scan in real time that a passkey of your node signs. You come back here afterwards.`,
  enrollTitle: 'First, teach Stillhere how you move',
  enrollText:
    'Four short steps, about one minute: three rounds of six arrows, then the scan itself. The result is sealed and kept in this browser, for every later check.',
  scanTitle: 'To confirm, follow six arrows',
  scanText: 'Hold the phone in one hand and move it the way each arrow points. It takes about ten seconds.',
  scanStart: 'Confirm with a scan',
  enrolled: 'Step 4 of 4: the scan itself. Six new arrows, once.',
  enrollAgain: 'Enroll again',
  kept: 'How you move is sealed by the service and kept in this browser only.',
  forget: 'Forget my enrollment',
  otherWay: 'I can’t or don’t want to move a phone',
  otherWayText:
    'This site also takes a code that we mail to the address of your node. It is told that nobody moved: level 0, and no receipt.',
  email: 'E-mail address of your node',
  mailCode: 'Mail me a code',
  mailAgain: 'Mail me a new code',
  code: 'Code',
  sixDigits: 'The code has six digits.',
  confirmByCode: 'Confirm with the code',
  returning: (site: string) => `We’ll take you back to ${site}.`,
  returnNow: (site: string) => `Return to ${site}`,
} as const

type Said = { kind: 'good' | 'info' | 'warn'; title: string; advice: string }

/** How a check ended, and what to do now. */
export function describeEnd({ status, reason, returnUrl, isDevice }: End, site: string): Said {
  const isReturning = returnUrl !== null
  if (status === 'passed') return { kind: 'good', title: 'Done', advice: sayAfterPass(isReturning, isDevice) }
  const next = isReturning ? WORDS.returning(site) : isDevice ? 'Look at the other screen.' : 'You can close this page.'
  if (reason === 'cancelled_by_person')
    return { kind: 'info', title: 'Cancelled. Nothing was confirmed.', advice: next }
  if (status === 'expired')
    return { kind: 'warn', title: 'This took too long. Nothing was confirmed.', advice: again(site) }
  const title = FAILURES[reason ?? ''] ?? 'This check has ended.'
  return { kind: 'warn', title, advice: isReturning ? next : again(site) }
}

function sayAfterPass(isReturning: boolean, isDevice: boolean): string {
  if (isDevice) return 'Look at the other screen.'
  return isReturning ? 'We’ll take you back.' : 'You can close this page.'
}

const FAILURES: Readonly<Record<string, string>> = {
  cancelled_by_site: 'The site has cancelled this. Nothing was confirmed.',
  too_many_refusals: 'Five scans were refused, so this check is over. Nothing was confirmed.',
  wrong_number: 'A wrong number was entered three times, so this check is over. Nothing was confirmed.',
}

function again(site: string): string {
  return `Go back to ${site}, and start again there.`
}

/** Why it does not go on here, and where it does; null while it may. */
export function describeStop(phase: Phase): { title: string; advice: string } | null {
  if (phase.at === 'taken') return { title: WORDS.takenTitle, advice: WORDS.takenAdvice }
  if (phase.at === 'left')
    return {
      title: 'Nothing was confirmed',
      advice: 'You can close this page. If you opened the other screen yourself, cancel there, too.',
    }
  if (phase.at !== 'spent') return null
  if (phase.isWrong)
    return {
      title: 'That was not the number',
      advice: 'The other screen shows a new code now. Point your camera at it.',
    }
  return {
    title: 'This code counts no longer',
    advice: 'It was used, or it is older than a minute. Point your camera at the code that the other screen shows now.',
  }
}
