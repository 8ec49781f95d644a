import { REFUSALS_A_DAY } from '../../../apps/server/src/scan/verification/arena.ts'
import type { InjectionFigures, Measured, Passes, SearchFigures } from './measure.ts'

/**
 * Price of an hour of one core, in US dollars: the list price of m7g.large in us-east-1, $0.0816 for two cores on demand in June 2026
 * (https://www.factualminds.com/blog/amazon-ec2-on-demand-pricing-instance-families-2026/).
 */
export const USD_PER_CORE_HOUR = 0.0408

/** Goods that an attacker needs for every identity and can't copy. Each price is an assumption, on the low side. */
export const SCARCE_GOODS = {
  invite: {
    usd: 0,
    assumption: 'open registration. Where an invite is needed, its price depends on the operator',
  },
  mailbox: {
    usd: 0.01,
    assumption:
      'accounts of mail and social sites sell at $10 to $200 a thousand (Thomas and others, USENIX Security 2013)',
  },
  passkey: { usd: 0, assumption: 'a key in a file signs like any unattested passkey' },
  'attested passkey': {
    usd: 0.2,
    assumption: 'a security key of $20 holds up to 100 passkeys. Every signature needs a touch, which is not priced',
  },
} as const

type Good = keyof typeof SCARCE_GOODS
type Level = 1 | 2 | 3

const NEEDS: Readonly<Record<Level, readonly Good[]>> = {
  1: ['invite', 'mailbox'],
  2: ['invite', 'mailbox', 'passkey'],
  3: ['invite', 'mailbox', 'attested passkey'],
}
/** An enrollment is three rounds, tried up to three times. A live answer is made anew at each of six steps. */
const CAPTURES = { enrollment: 9, batch: 1, live: 6 }

/** The price of one level after the search, and the one-time price of the search. */
export type LevelPrice = {
  level: Level
  needs: readonly Good[]
  /** The structure whose search was the cheapest; null where no search found anything. */
  cheapest: {
    name: string
    starts: number
    cpuSeconds: number
    searchUsd: number
    identityUsd: number
    receiptUsd: number
    passes: Passes
    /** Receipts of one identity before the refused answers of a day are used up. */
    receiptsADay: number
  } | null
  /** The instrument that passes most often without a search. */
  withoutSearch: { name: string; passes: Passes } | null
}

/** Prices each level by the cheapest search of all structures. Level 3 is level 2 with a key that is attested. */
export function priceLevels(injections: readonly InjectionFigures[]): LevelPrice[] {
  const measured = injections.filter((figures): figures is Measured => !('notRun' in figures))
  return ([1, 2, 3] as const).map((level) => {
    const needs = NEEDS[level]
    return {
      level,
      needs,
      cheapest: priceCheapest(measured, level),
      withoutSearch: findBestUnsearched(measured, level),
    }
  })
}

/** Returns the price of CPU seconds in US dollars. */
export function priceCpu(seconds: number): number {
  return (seconds / 3600) * USD_PER_CORE_HOUR
}

function priceCheapest(measured: readonly Measured[], level: Level): LevelPrice['cheapest'] {
  const pace = level === 1 ? 'batch' : 'live'
  const found = measured.flatMap(({ name, search }) =>
    search?.[pace].reached ? [{ name, search, figures: search[pace] as Found }] : [],
  )
  const [cheapest] = found.toSorted((a, b) => a.figures.cpuSeconds - b.figures.cpuSeconds)
  if (cheapest === undefined) return null
  const { cpuSeconds, passes, enrolled } = cheapest.figures
  const { starts, captureSeconds } = cheapest.search
  const goods = NEEDS[level].reduce((sum, good) => sum + SCARCE_GOODS[good].usd, 0)
  const passShare = leastShare(passes.high)
  const enrolling = (CAPTURES.enrollment * captureSeconds) / leastShare(enrolled)
  return {
    name: cheapest.name,
    starts,
    cpuSeconds,
    searchUsd: priceCpu(cpuSeconds),
    identityUsd: goods + priceCpu(enrolling),
    receiptUsd: priceCpu((CAPTURES[pace] * captureSeconds) / passShare),
    passes: passes.high,
    receiptsADay: passShare < 1 ? Math.floor((REFUSALS_A_DAY * passShare) / (1 - passShare)) : Infinity,
  }
}

type Found = SearchFigures & { passes: NonNullable<SearchFigures['passes']>; enrolled: Passes }

/** The share that passed, at least one of all: a price is not without end because forty tries were too few. */
function leastShare({ passed, trials }: Passes): number {
  return Math.max(1, passed) / trials
}

function findBestUnsearched(measured: readonly Measured[], level: Level): LevelPrice['withoutSearch'] {
  const all = measured.flatMap(({ name, passes, higher }) => {
    if (level === 1) return [{ name, passes: passes.high }]
    if (!higher) return []
    return [{ name, passes: (level === 2 ? higher.live : higher.attested).passes.high }]
  })
  const [best] = all.toSorted((a, b) => b.passes.share.value - a.passes.share.value)
  return best ?? null
}

/** A price as people read it; what is less than a millionth of a dollar is said to be so. */
export function writeUsd(usd: number): string {
  if (usd > 0 && usd < 1e-6) return 'under $0.000001'
  if (usd === 0 || usd >= 0.01) return `$${usd.toFixed(2)}`
  return `$${usd.toFixed(Math.min(6, Math.ceil(-Math.log10(usd)) + 1))}`
}
