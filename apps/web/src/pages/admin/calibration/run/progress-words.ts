const WORDS: ReadonlyMap<string, string> = new Map([
  ['starting', 'Starting…'],
  ['reading sessions', 'Reading the sessions…'],
  ['projection', 'Finding what tells people apart…'],
  ['screening', 'Looking for poisoned uploads…'],
  ['cross-fit', 'Comparing people under models that never saw them…'],
  ['comparison', 'Comparing people…'],
  ['thresholds', 'Setting the thresholds…'],
])

/** What a run does now. A stage that this page does not know yet speaks for itself. */
export function describeProgress(stage: string): string {
  return WORDS.get(stage) ?? `${stage}…`
}
