import { say } from '../../../../words/speak.ts'

const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    starting: say('Starting…'),
    'reading sessions': say('Reading the sessions…'),
    projection: say('Finding what tells people apart…'),
    screening: say('Looking for poisoned uploads…'),
    'cross-fit': say('Comparing people under models that never saw them…'),
    comparison: say('Comparing people…'),
    thresholds: say('Setting the thresholds…'),
  }),
)

/** What a run does now. A stage that this page does not know yet speaks for itself. */
export function describeProgress(stage: string): string {
  return WORDS.get(stage) ?? `${stage}…`
}
