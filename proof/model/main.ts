import { checkModel, checkPlanted, listMissingPrograms, PLANTED_ERRORS, QUORUMS } from './model.ts'

/** `npm run model`: every state of the model, then every planted error; with the name of one, the way to what it breaks. */
function main([flag]: readonly string[]): void {
  const missing = listMissingPrograms()
  if (missing.length > 0)
    throw new Error(`missing: ${missing.join(', ')}. On Debian: apt-get install spin gcc libc6-dev`)
  if (flag !== undefined) return showError(flag)
  for (const quorum of QUORUMS) {
    const { states, violation } = checkModel(quorum)
    const what = `${quorum.need} of ${quorum.people} people`
    console.log(violation ? describe(what, violation) : `${what}: ${states} states, every invariant holds`)
    if (violation) process.exitCode = 1
  }
  for (const { flag: name, error, breaks } of PLANTED_ERRORS) {
    const { violation } = checkPlanted(name)
    const isFound = violation?.invariant === breaks
    console.log(`${isFound ? 'found' : 'NOT FOUND'}: ${name}, ${error}: breaks “${violation?.invariant ?? 'nothing'}”`)
    if (!isFound) process.exitCode = 1
  }
}

function showError(flag: string): void {
  const planted = PLANTED_ERRORS.find((one) => one.flag === flag)
  if (!planted)
    throw new Error(`there is no error ${flag}; there are ${PLANTED_ERRORS.map((one) => one.flag).join(', ')}`)
  const { violation } = checkPlanted(planted.flag)
  console.log(violation ? describe(flag, violation) : `${flag} breaks nothing`)
}

function describe(what: string, { invariant, steps }: { invariant: string; steps: readonly string[] }): string {
  return [`${what}: this doesn't hold: ${invariant}`, ...steps.map((step) => `  ${step}`)].join('\n')
}

main(process.argv.slice(2))
