import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { say } from '../words/speak.ts'
import { Button } from './button.tsx'
import { describeFailure } from './failure-words.ts'
import { Notice } from './notice.tsx'
import type { FailureWords } from './problem-words.ts'

type WordsFor = (error: unknown) => FailureWords

/** Where a page puts its own words for failures, for everything inside it. */
export const PageWords = createContext<WordsFor>((error) => describeFailure(error))

type FailureProps = {
  /** Null while nothing has failed; then nothing is shown. */
  error: unknown
  onRetry?: (() => void) | undefined
  /** Words for this place, where those of the page do not fit. */
  wordsFor?: WordsFor
  children?: ComponentChildren
}

/** What failed, in words, with the way out: the button of the words, or try again. */
export function Failure({ error, onRetry, wordsFor, children }: FailureProps) {
  const ofPage = useContext(PageWords)
  if (error === null) return null
  const { kind = 'bad', title, advice, wayOut } = (wordsFor ?? ofPage)(error)
  const way = wayOut ?? (onRetry && { label: say('Try again'), go: onRetry })
  return (
    <Notice kind={kind} title={title} live>
      {advice === '' ? null : <p>{advice}</p>}
      {children}
      {way ? (
        <p>
          <Button kind="quiet" onClick={way.go}>
            {way.label}
          </Button>
        </p>
      ) : null}
    </Notice>
  )
}
