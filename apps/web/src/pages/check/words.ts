import type { EndWords } from '../../ask/request.tsx'
import { say } from '../../words/speak.ts'
import type { End, Phase } from './use-check.ts'

/** Texts of the page. */
export const WORDS = {
  missingAdvice: say('The link may be incomplete or old. Go back to the site you came from and start again.'),
  cancel: say('No, cancel'),
  lost: say('The connection is lost.'),
  lostAdvice: say('We keep trying. You can leave this page open.'),
  learns: say('What the site learns'),
  learnsName: (site: string) =>
    say('{site} gets a name that only this site knows you by. Not your email address, and not how you move.', { site }),
  learnsOnce: (site: string) =>
    say(
      '{site} learns that someone moved a phone just now, and gets a name for this one check only. Not who you are, and not how you move.',
      { site },
    ),
  phoneTitle: say('Continue on your phone'),
  phoneSteps: say('This takes motion sensors. Point your phone’s camera at the code and enter this number there:'),
  qr: say('QR code for your phone'),
  number: say('Number for your phone'),
  phoneWarning: say('Don’t show or send these to anyone: with both, they could answer in your place.'),
  localOnly: say('This address works only on this machine.'),
  localAdvice: say('Phones can reach the service once it’s started with {command}.', {
    command: 'npx --no-install stillhere serve --lan',
  }),
  joined: say('Your phone has joined. Continue there.'),
  joinedAdvice: say('This page continues when you’re done there.'),
  otherPhone: say('Use another phone'),
  here: say('Continue on this device'),
  elsewhere: say('Use another device'),
  wrongNumber: say('That’s not the number'),
  twoDigits: say('The number has two digits.'),
  goOn: say('Continue'),
  takenTitle: say('Another page has this check open'),
  takenAdvice: say('Continue there. If you can’t find it, go back to the site and start again.'),
  signInTitle: say('Sign in first'),
  signInAdvice: (site: string) =>
    say('{site} asks for level 2, so a passkey of your node signs. You come back here afterwards.', { site }),
  enrollTitle: say('First, teach Stillhere how you move'),
  enrollText: say(
    'Four short steps, about one minute: three rounds of six arrows, then the scan itself. The result is sealed and kept in this browser, for every later check.',
  ),
  scanTitle: say('To confirm, follow six arrows'),
  scanText: say('Hold the phone in one hand and move it the way each arrow points. It takes about ten seconds.'),
  scanStart: say('Confirm with a scan'),
  enrolled: say('Step 4 of 4: the scan itself. Six new arrows, once.'),
  kept: say('How you move is sealed by the service and kept in this browser only.'),
  forget: say('Forget my enrollment'),
  rememberTitle: say('Be recognized next time?'),
  rememberText: (site: string) =>
    say(
      '{site} knows now that a person confirmed, but not who. Teach Stillhere how you move, once, about a minute. From then on {site} knows you again.',
      { site },
    ),
  remember: say('Remember me on this device'),
  rememberEnroll: say('Three rounds of six arrows'),
  rememberEnrollText: say(
    'Hold the phone in one hand and follow the arrows. You can stop at any time; what you confirmed stays confirmed.',
  ),
  remembered: say('You’re remembered on this device'),
  rememberedText: (site: string) => say('Next time {site} knows you again, by one scan of ten seconds.', { site }),
  otherWayText: say(
    'This site also accepts a code that we email to your node’s address. The site learns that no motion was checked: level 0, without a receipt.',
  ),
  mailAgain: say('Mail me a new code'),
  confirmByCode: say('Confirm with the code'),
  returning: (site: string) => say('We’ll take you back to {site}.', { site }),
  returnNow: (site: string) => say('Return to {site}', { site }),
} as const

/** Texts for entering the number that the other screen shows. */
export const SCREEN_NUMBER = {
  title: say('You came here from another screen.'),
  advice: say('Continue only if you opened that page yourself.'),
  label: say('Which number does the other screen show?'),
  hint: say('Two digits, next to the QR code.'),
}

/** Returns the texts for entering the number that the site's own page shows. */
export function describeSiteNumber(site: string): typeof SCREEN_NUMBER {
  return {
    title: say('Did you start this at {site} yourself?', { site }),
    advice: say('If someone sent you this link, stop here: your confirmation would count as theirs.'),
    label: say('Which number does the page of {site} show?', { site }),
    hint: say('Two digits, next to the button that you pressed.'),
  }
}

/** Describes how the check ended on this page and what to do next. `site` is the site's name for people. */
export function describeEnd({ status, reason, returnUrl, isDevice }: End, site: string): EndWords {
  const isReturning = returnUrl !== null
  if (status === 'passed')
    return { kind: 'good', title: say('Confirmed'), advice: describeAfterPass(isReturning, isDevice) }
  const next = isReturning
    ? WORDS.returning(site)
    : isDevice
      ? say('Look at the other screen.')
      : say('You can close this page.')
  if (reason === 'cancelled_by_person')
    return { kind: 'info', title: say('Canceled. Nothing was confirmed.'), advice: next }
  if (status === 'expired')
    return { kind: 'warn', title: say('This took too long. Nothing was confirmed.'), advice: again(site) }
  const title = FAILURES[reason ?? ''] ?? say('This check has ended.')
  return { kind: 'warn', title, advice: isReturning ? next : again(site) }
}

function describeAfterPass(isReturning: boolean, isDevice: boolean): string {
  if (isDevice) return say('Look at the other screen.')
  return isReturning ? say('We’ll take you back.') : say('You can close this page.')
}

const FAILURES: Readonly<Record<string, string>> = {
  cancelled_by_site: say('The site canceled this. Nothing was confirmed.'),
  too_many_refusals: say('Five scans were refused, so this check is over. Nothing was confirmed.'),
  wrong_number: say('A wrong number was entered three times, so this check is over. Nothing was confirmed.'),
}

function again(site: string): string {
  return say('Go back to {site} and start again there.', { site })
}

/** Explains why the person can't continue in this phase (`taken`, `left` or `spent`), and where to continue. Returns null for any other phase. */
export function describeStop(phase: Phase): { title: string; advice: string } | null {
  if (phase.at === 'taken') return { title: WORDS.takenTitle, advice: WORDS.takenAdvice }
  if (phase.at === 'left')
    return {
      title: say('Nothing was confirmed'),
      advice: say('You can close this page. If you opened the other screen yourself, cancel there, too.'),
    }
  if (phase.at !== 'spent') return null
  if (phase.isWrong)
    return {
      title: WORDS.wrongNumber,
      advice: say(
        'For your safety, each number works once. Point your camera at the code that the other screen shows now.',
      ),
    }
  return {
    title: say('This code no longer works'),
    advice: say('It was used, or it’s older than a minute. Point your camera at the code the other screen shows now.'),
  }
}
