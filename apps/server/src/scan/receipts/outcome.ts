import type { Service } from '../../platform/service.ts'

/** What whoever asked for a person gets once, when the person was there; nothing where nobody moved. */
export type Outcome = { receipt?: object; token?: string }

/** Seals what is given out once, until it is. */
export function sealOutcome({ secrets }: Pick<Service, 'secrets'>, outcome: Outcome): Buffer {
  return secrets.seal('outcome', JSON.stringify(outcome))
}

/** What was sealed, to give it out. */
export function openOutcome({ secrets }: Pick<Service, 'secrets'>, { sealed }: { sealed: Buffer | null }): Outcome {
  return sealed === null ? {} : (JSON.parse(secrets.open('outcome', sealed)) as Outcome)
}
