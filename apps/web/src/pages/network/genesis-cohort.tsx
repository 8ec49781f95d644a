import type { OutputOf } from '@stillhere/client/http'
import { bytesToHex } from '@stillhere/client/receipt'
import { CopyField } from '../../parts/button.tsx'
import { Empty } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useRequest } from '../../parts/request.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { ExactTime } from '../../parts/time.tsx'
import { service } from '../../service.ts'
import { say } from '../../words/speak.ts'

type Cohort = OutputOf<'getGenesisNodes'>

const COLUMNS: readonly Column<Cohort['nodes'][number]>[] = [
  { head: say('Place'), cell: ({ index }) => index },
  { head: say('Pseudonym'), cell: ({ id }) => <code>{id}</code> },
  { head: say('Activated'), cell: ({ joined }) => <ExactTime at={joined} />, end: true },
]

/** Shows the first hundred nodes: a wall of numbered places, a list, and whether the places follow the order of activation, which the browser checks itself. */
export function GenesisCohort() {
  const { value, error, reload } = useRequest((signal) => service.getGenesisNodes({}, { signal }))
  return (
    <section class="stack" aria-labelledby="genesis-title">
      <h2 id="genesis-title">{say('Genesis wall')}</h2>
      <p class="network-measure">
        {say(
          'The first 100 people to activate a node keep a numbered place. If a node is deleted, its place stays empty and no one moves up.',
        )}
      </p>
      <Failure error={error} onRetry={reload} />
      <div class="network-view">
        <Places taken={new Set(value?.nodes.map(({ index }) => index))} />
        {value ? <Order cohort={value} /> : <Skeleton lines={6} />}
      </div>
    </section>
  )
}

function Places({ taken }: { taken: ReadonlySet<number> }) {
  return (
    <svg
      class="network-wall"
      viewBox="0 0 100 100"
      role="img"
      aria-label={say('{taken} of {places} places taken', { taken: taken.size, places: PLACES })}
    >
      {Array.from({ length: PLACES }, (_, index) => (
        <Place key={index} index={index} isTaken={taken.has(index + 1)} />
      ))}
    </svg>
  )
}

function Place({ index, isTaken }: { index: number; isTaken: boolean }) {
  const [x, y] = [(index % 10) * 10, Math.floor(index / 10) * 10]
  return (
    <g class={isTaken ? 'network-taken' : 'network-free'}>
      <rect x={x + 0.6} y={y + 0.6} width="8.8" height="8.8" rx="0.6" />
      <text x={x + 5} y={y + 6.2}>
        {index + 1}
      </text>
    </g>
  )
}

function Order({ cohort }: { cohort: Cohort }) {
  const { value: fingerprint } = useRequest(() => computeFingerprint(cohort.nodes), { deps: [cohort] })
  const problem = checkOrder(cohort.nodes)
  if (cohort.nodes.length === 0)
    return <Empty title={say('All 100 places are free.')}>{say('The first to join gets number 1.')}</Empty>
  return (
    <div class="stack">
      {problem === null ? (
        <Notice
          kind="good"
          title={say('{taken} taken, {left} left. The order checks out.', {
            taken: cohort.nodes.length,
            left: cohort.remaining,
          })}
        >
          {say('Checked in your browser: no place is used twice, and the places follow the order of activation.')}
        </Notice>
      ) : (
        <Notice kind="bad" title={say('The order doesn’t check out.')}>
          {problem}
        </Notice>
      )}
      <div class="network-scroll">
        <Table
          caption={say('Genesis nodes in order')}
          columns={COLUMNS}
          rows={cohort.nodes}
          keyOf={({ index }) => index}
        />
      </div>
      {fingerprint ? <CopyField label={say('Fingerprint of this list')} value={fingerprint} /> : null}
      <p class="small soft">
        {say('Compare fingerprints with someone else. If they match, you both saw the same wall.')}
      </p>
    </div>
  )
}

/** How many places the genesis cohort has. */
const PLACES = 100

/** One place of the cohort. */
type GenesisPlace = { index: number; id: string; joined: string }

/** Checks that all places have valid, different numbers in the order of activation. Returns a sentence about the first contradiction, or null. */
export function checkOrder(places: readonly GenesisPlace[]): string | null {
  for (const [at, place] of places.entries()) {
    if (!Number.isInteger(place.index) || place.index < 1 || place.index > PLACES)
      return say('There is no place {place}.', { place: place.index })
    const before = places[at - 1]
    if (before === undefined) continue
    if (place.index <= before.index)
      return say('Place {place} comes after place {before}.', { place: place.index, before: before.index })
    // Written so that a time that is no time counts as a contradiction, too.
    if (!(Date.parse(place.joined) >= Date.parse(before.joined)))
      return say('Place {place} was activated before place {before}.', { place: place.index, before: before.index })
  }
  return null
}

/** Computes the SHA-256 of the list of places, in hex, so that people can compare what they see. Returns null on insecure pages, which have no WebCrypto. */
export async function computeFingerprint(places: readonly GenesisPlace[]): Promise<string | null> {
  // Only secure pages have it.
  if (globalThis.crypto?.subtle === undefined) return null
  const text = places.map(({ index, id, joined }) => `${index} ${id} ${joined}\n`).join('')
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return bytesToHex(new Uint8Array(digest))
}
