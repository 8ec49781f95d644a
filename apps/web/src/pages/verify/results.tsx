import '@stillhere/client/receipt/verifier.css'
import { type ShownDocument, type ShownVerification, VerifierElement } from '@stillhere/client/receipt/verifier'
import { render } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { VOICE } from '../../receipts/voice.ts'
import type { Judgment } from './judge.ts'
import type { Verification } from './use-verification.ts'
import { describeFormat, describeOptions, describeVerdict, describeStory } from './verdict-words.ts'
import { WORDS } from './words.ts'

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'stillhere-verifier': { ref: Ref<VerifierElement>; verification: ShownVerification }
    }
  }
}

customElements.define('stillhere-verifier', VerifierElement)

/** Shows the results in the element of the offline verifier, completed by what this service knows about keys and revocation. */
export function Results({ verification }: { verification: Verification }) {
  const { documents, judgments, chosen, options, issuerData, isVerifying, revision, now } = verification
  const heading = useRef<HTMLHeadingElement>(null)
  const verifier = useRef<VerifierElement>(null)
  // A document that was given brings the focus to its result; one that came with the link leaves the page at the top.
  useEffect(() => {
    if (revision > 0) heading.current?.focus()
  }, [revision])
  useEffect(() => {
    const choose = (event: Event) => verification.choose((event as CustomEvent<number>).detail)
    verifier.current?.addEventListener('select', choose)
    return () => verifier.current?.removeEventListener('select', choose)
  }, [])
  useLayoutEffect(() => {
    if (verifier.current) render(<Actions verification={verification} />, verifier.current.aside)
  })
  const isWaiting = isVerifying || (issuerData.isBusy && issuerData.document === null)
  // The same as long as nothing new is known: the element draws anew for each that it is given.
  const shown = useMemo<ShownVerification>(
    () => ({
      documents: documents.map(({ name }, index) =>
        showDocument(name, judgments.each[index], { legacy: options.legacy, now, isWaiting }),
      ),
      selected: chosen,
      chain: judgments.chain,
      now,
      voice: VOICE,
      waiting: isWaiting ? WORDS.waiting : undefined,
    }),
    [documents, judgments, chosen, options, now, isWaiting],
  )
  return (
    <section class="stack" aria-labelledby="verify-result">
      <h2 id="verify-result" tabIndex={-1} ref={heading}>
        {documents[chosen]?.name}
      </h2>
      <stillhere-verifier ref={verifier} verification={shown} />
    </section>
  )
}

const TONES = { good: 'good', warn: 'caution', bad: 'bad' } as const

function showDocument(
  name: string,
  judgment: Judgment | undefined,
  { legacy, now, isWaiting }: { legacy: boolean; now: number; isWaiting: boolean },
): ShownDocument {
  if (judgment === undefined) throw new Error('every document is judged')
  const { kind, stamp, title, advice } = describeVerdict(judgment, { legacy })
  const story = describeStory(judgment, { legacy }, location.host)
  const storyPart = story === null ? {} : { story: story.isClaim ? WORDS.claims(story.sentence) : story.sentence }
  const verdict = { tone: TONES[kind], stamp, headline: title, lines: [advice], ...storyPart }
  if (judgment.kind === 'unreadable') return { name, verdict, details: null }
  const demands = isWaiting ? [] : describeOptions(judgment, now)
  const { value, result } = judgment
  return { name, verdict, details: { value, result, checks: describeFormat(judgment), demands } }
}

function Actions({ verification: { issuerData, checkAgain, clear } }: { verification: Verification }) {
  return (
    <div class="row no-print">
      <Button kind="quiet" onClick={() => print()}>
        {WORDS.print}
      </Button>
      <Button kind="quiet" busy={issuerData.isBusy} onClick={checkAgain}>
        {WORDS.again}
      </Button>
      <Button kind="quiet" onClick={clear}>
        {WORDS.clear}
      </Button>
    </div>
  )
}
