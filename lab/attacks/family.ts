import type { ImuSample } from '../../packages/engine/src/capture.ts'
import type { Random } from '../../packages/engine/src/random.ts'
import { toSamples, type Window, toWindow } from './window.ts'

/** A forger's material: a window of the person to imitate, one of another person, and the sample rate. */
type AttackInputs = { human: readonly ImuSample[]; other: readonly ImuSample[]; rateHz: number }

/**
 * A way of forging motion. What a `replay` makes was moved by a person, so no statistic can refuse it; challenge and
 * memory must. Everything `forged` is the presence score's to refuse.
 */
export type AttackFamily = {
  name: string
  kind: 'forged' | 'replay'
  description: string
  /** A window like the person's, or null where the inputs do not carry this attack (no gyroscope, too short). */
  make: (inputs: AttackInputs, random: Random) => ImuSample[] | null
}

type Plain = Pick<AttackFamily, 'name' | 'description'>
type FromHuman = (human: Window, random: Random) => Window | null
type FromBoth = (human: Window, other: Window, random: Random) => Window | null

/** A forgery that knows the person's window. */
export function defineForgery(name: string, description: string, make: FromHuman): AttackFamily {
  return { ...fromHuman({ name, description }, make), kind: 'forged' }
}

/** A forgery made from the person's window and one of another person. */
export function defineForgeryFromBoth(name: string, description: string, make: FromBoth): AttackFamily {
  return { ...fromBoth({ name, description }, make), kind: 'forged' }
}

/** A person's own recording, altered so that nothing of its humanity is lost. */
export function replay(name: string, description: string, make: FromHuman): AttackFamily {
  return { ...fromHuman({ name, description }, make), kind: 'replay' }
}

/** Recordings of two people in one. */
export function replayFromBoth(name: string, description: string, make: FromBoth): AttackFamily {
  return { ...fromBoth({ name, description }, make), kind: 'replay' }
}

function fromHuman(plain: Plain, make: FromHuman): Omit<AttackFamily, 'kind'> {
  return {
    ...plain,
    make: ({ human, rateHz }, random) => {
      const own = toWindow(human, rateHz)
      const made = own && make(own, random)
      return made ? toSamples(made) : null
    },
  }
}

function fromBoth(plain: Plain, make: FromBoth): Omit<AttackFamily, 'kind'> {
  return {
    ...plain,
    make: ({ human, other, rateHz }, random) => {
      const [own, theirs] = [toWindow(human, rateHz), toWindow(other, rateHz)]
      const made = own && theirs && make(own, theirs, random)
      return made ? toSamples(made) : null
    },
  }
}
