import { ProblemError } from '@stillhere/client/http'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { CheckFacts } from '../../ask/ask.ts'
import { canHaveSensors } from '../../parts/browser.ts'
import { watchCheck, type CheckNews } from '../../parts/follow-check.ts'
import { useAction } from '../../parts/request.ts'
import { replaceAddress } from '../../router.ts'
import { service } from '../../service.ts'

export type Check = {
  phase: Phase
  /** The last news of the check; null before the first. */
  told: CheckNews | null
  isLost: boolean
  isBusy: boolean
  /** The error of the last call, if it failed and can be retried. */
  error: unknown
  retry: () => void
  join: (number: string) => void
  cancel: () => void
  end: (end: End) => void
  /** Changes between scanning here and showing a phone the way. */
  change: (at: 'here' | 'screen') => void
}

/** Opens a check on this page, or joins it as a phone, and watches it. Returns its phase and the functions that continue, cancel or end it. */
export function useCheck(facts: CheckFacts): Check {
  const { id } = facts
  const [phase, setPhase] = useState<Phase>(() =>
    selectPhase({ facts, hash: location.hash, held: findHeld(id), hasSensors: canHaveSensors() }),
  )
  const { run, isBusy, error } = useAction()
  const hold = (held: StoredCheck) => {
    saveHeld(id, held)
    setPhase(holdPhase(held, canHaveSensors()))
  }
  const openBy = async (proof: { open_secret?: string; number?: string }) => {
    const { token } = await service.openCheck({ id, ...proof }, { idempotencyKey: readOpeningKey(id) })
    // This page needs nothing more of the page that opened it.
    window.opener = null
    hold({ token, isDevice: false })
  }
  const open = () =>
    run(() =>
      settleRefusal(setPhase, async () => {
        if (!facts.fromPage) return openBy({})
        const secret = await askOpener(facts)
        return secret === null ? setPhase(SITE_NUMBER) : openBy({ open_secret: secret })
      }),
    )
  useEffect(() => {
    if (phase.at === 'opening') open()
  }, [])
  const { told, isLost } = useNews(id, { phase, setPhase })
  const join = (number: string) => {
    if (phase.at !== 'number') return
    run(() =>
      settleRefusal(setPhase, async () => {
        if (phase.pair === null) return openBy({ number })
        const { token } = await service.joinCheck({ id, pair: phase.pair, number })
        // Used up: a reload must not ask for the number again.
        replaceAddress(location.pathname)
        return hold({ token, isDevice: true })
      }),
    )
  }
  const cancel = () => {
    if (!('token' in phase)) return setPhase({ at: 'left' })
    const { token, at } = phase
    run(() =>
      settleRefusal(setPhase, async () => {
        const { return_url: returnUrl } = await service.cancelCheck({ id }, { token })
        const end = { status: 'failed', reason: 'cancelled_by_person', returnUrl, isDevice: at === 'device' } as const
        setPhase({ at: 'ended', end })
      }),
    )
  }
  const change = (at: 'here' | 'screen') => 'token' in phase && setPhase({ at, token: phase.token })
  const end = (ended: End) => setPhase({ at: 'ended', end: ended })
  return { phase, told, isLost, isBusy, error, retry: open, join, cancel, end, change }
}

type FollowedCheck = { phase: Phase; setPhase: (change: (before: Phase) => Phase) => void }

// The answer to a scan of this page knows more than the news of its end, and may come a moment later: its receipt, for one.
const OWN_ANSWER_MS = 3000

/** Watches the check's events while this page holds its token. */
function useNews(id: string, { phase, setPhase }: FollowedCheck): Pick<Check, 'told' | 'isLost'> {
  const [told, setTold] = useState<CheckNews | null>(null)
  const [isLost, setLost] = useState(false)
  const token = 'token' in phase ? phase.token : null
  const at = useRef(phase.at)
  at.current = phase.at
  useEffect(() => {
    if (token === null) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const onTold = (news: CheckNews) => {
      setTold(news)
      const follow = () => setPhase((before) => followPhase(before, news))
      if (news.status === 'passed' && at.current !== 'screen') timer = setTimeout(follow, OWN_ANSWER_MS)
      else follow()
    }
    const onRefused = () => {
      deleteStoredCheck(id)
      setPhase((before) => (before.at === 'device' ? { at: 'spent', isWrong: false } : { at: 'taken' }))
    }
    const unfollow = watchCheck({ url: `/api/checks/${id}/events`, token, onTold, onLost: setLost, onRefused })
    return () => {
      clearTimeout(timer)
      unfollow()
    }
  }, [token])
  return { told, isLost }
}

/** Runs `work`. If the service refuses because of the check's state, sets the phase that follows; any other error is thrown and can be retried. */
async function settleRefusal(setPhase: (phase: Phase) => void, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const phase = error instanceof ProblemError ? toPhase(error) : undefined
    if (!phase) throw error
    setPhase(phase)
  }
}

const SITE_NUMBER = { at: 'number', pair: null } as const

function toPhase({ code, call }: ProblemError): Phase | undefined {
  if (code === 'CHECK_NUMBER_NEEDED') return SITE_NUMBER
  if (code === 'CHECK_NUMBER_WRONG' && call === 'openCheck') return { ...SITE_NUMBER, isWrong: true }
  if (code === 'CHECK_NUMBER_WRONG') return { at: 'spent', isWrong: true }
  if (code === 'CHECK_TAKEN') return call === 'joinCheck' ? { at: 'spent', isWrong: false } : { at: 'taken' }
  if (code !== 'CHECK_ENDED') return undefined
  return { at: 'ended', end: { status: 'failed', reason: null, returnUrl: null, isDevice: false } }
}

// A page that opened this window answers at once; one of another site never does.
const OPENER_WAIT_MS = 3000

/**
 * Asks the page that opened this window for the secret of the check. Null where a link led here, where that page is of another origin
 * than the one that started the check, and where it says nothing.
 */
function askOpener({ id, origin }: CheckFacts): Promise<string | null> {
  const opener = window.opener as Window | null
  if (opener === null) return Promise.resolve(null)
  return new Promise((resolve) => {
    const settle = (secret: string | null) => {
      clearTimeout(timer)
      removeEventListener('message', readAnswer)
      resolve(secret)
    }
    const readAnswer = ({ origin: from, data }: MessageEvent<unknown>) => {
      const { stillhere, secret }: { stillhere?: unknown; secret?: unknown } = Object(data)
      if (from === origin && stillhere === id && typeof secret === 'string') settle(secret)
    }
    const timer = setTimeout(() => settle(null), OPENER_WAIT_MS)
    addEventListener('message', readAnswer)
    opener.postMessage({ stillhere: id }, origin)
  })
}

const KEY = 'stillhere-check-'

/** Returns this tab's stored token of a check, or null. A reload must not lose the token, and no other tab may use it. */
function findHeld(id: string): StoredCheck | null {
  return attempt(() => parseHeld(sessionStorage.getItem(KEY + id))) ?? null
}

function saveHeld(id: string, held: StoredCheck): void {
  attempt(() => sessionStorage.setItem(KEY + id, JSON.stringify(held)))
}

function deleteStoredCheck(id: string): void {
  attempt(() => sessionStorage.removeItem(KEY + id))
}

/** Returns the idempotency key with which this tab opens the check, so that a reload before the response repeats the same request. */
function readOpeningKey(id: string): string {
  const name = `${KEY}${id}-opening`
  const stored = attempt(() => sessionStorage.getItem(name))
  if (stored) return stored
  const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
  attempt(() => sessionStorage.setItem(name, key))
  return key
}

function parseHeld(text: string | null): StoredCheck | null {
  const { token, isDevice }: { token?: unknown; isDevice?: unknown } = Object(JSON.parse(text ?? 'null'))
  return typeof token === 'string' && typeof isDevice === 'boolean' ? { token, isDevice } : null
}

// A browser may forbid storage altogether; then the check lives as long as the page.
function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}

/** The token of a check that this page holds; `isDevice` is true on a phone that joined. */
type StoredCheck = { token: string; isDevice: boolean }

/** How a check ended for this page. */
export type End = {
  status: 'passed' | 'failed' | 'expired'
  reason: string | null
  /** Where to return to; null if the site gave no address, and on a phone that joined. */
  returnUrl: string | null
  isDevice: boolean
  /** True if the person passed the check on this page without an enrollment, so the site won't recognize them. */
  isFirstVisit?: boolean
}

/** The phase of a check. */
export type Phase =
  | { at: 'opening' }
  /** The person must enter a number: with a `pair`, the number on the other screen; otherwise, the number on the site's page. */
  | { at: 'number'; pair: string | null; isWrong?: true }
  /** This page holds the check. `here`: scans on the device where the check began; `screen`: shows a QR code for a phone; `device`: is that phone. */
  | { at: 'here' | 'screen' | 'device'; token: string }
  | { at: 'ended'; end: End }
  /** Another page or phone holds the check. */
  | { at: 'taken' }
  /** The link from the other screen was used, has expired, or no longer works after a wrong number (`isWrong`). */
  | { at: 'spent'; isWrong: boolean }
  /** The person canceled before this page held the check. */
  | { at: 'left' }

type Arrival = { facts: CheckFacts; hash: string; held: StoredCheck | null; hasSensors: boolean }

/**
 * Returns the phase in which the page starts. `hash` is the address's fragment, where a link for a phone has its pairing code; `held` is
 * the check token that this tab has stored, or null.
 */
export function selectPhase({ facts, hash, held, hasSensors }: Arrival): Phase {
  const pair = /^#([\w-]{43})$/.exec(hash)?.[1]
  if (facts.status === 'open' && pair !== undefined) return { at: 'number', pair }
  if (held) return holdPhase(held, hasSensors)
  if (facts.status === 'open') return { at: 'opening' }
  return { at: 'ended', end: { status: facts.status, reason: null, returnUrl: null, isDevice: false } }
}

/** Returns the phase of a page that holds the check's token. */
function holdPhase({ token, isDevice }: StoredCheck, hasSensors: boolean): Phase {
  return { at: isDevice ? 'device' : hasSensors ? 'here' : 'screen', token }
}

/**
 * Returns the phase after news of the check: `ended` if it isn't open, `spent` on a phone that the screen has released, else unchanged.
 * Phases without a token, such as an earlier end, never change.
 */
export function followPhase(phase: Phase, told: CheckNews): Phase {
  if (!('token' in phase)) return phase
  const isDevice = phase.at === 'device'
  const { status, reason, joined, return_url: returnUrl = null } = told
  if (status !== 'open') return { at: 'ended', end: { status, reason, returnUrl, isDevice } }
  // The screen has drawn another link since, and this phone counts no longer.
  if (isDevice && !joined) return { at: 'spent', isWrong: false }
  return phase
}
