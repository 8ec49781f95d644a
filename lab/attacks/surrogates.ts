import type { Random } from '../../packages/engine/src/random.ts'
import { between, gaussian, happens, pick } from './draw.ts'
import { type AttackFamily, defineForgery } from './family.ts'
import { moments, order, plus, rankMatched, rescale, smoothByCosine } from './series.ts'
import { type Spectrum, type Transform, createTransform } from './transform.ts'
import { type Window, withChannels } from './window.ts'

/** Copies that keep a person's spectrum or distribution and lose what depends on phase. */
export const SURROGATE_FAMILIES: readonly AttackFamily[] = [
  defineForgery('phase-randomised', 'the same spectrum on each axis, phases drawn anew', (human, random) =>
    withChannels(human, phaseRandomized(human.channels, random)),
  ),
  defineForgery('phase-randomised-common', 'the same phase shift on all axes, so cross-spectra stay', (human, random) =>
    withChannels(human, commonPhases(human.channels, random)),
  ),
  defineForgery(
    'amplitude-adjusted',
    'phase-randomised in ranks, with the exact values of the person (AAFT)',
    (human, random) => withChannels(human, amplitudeAdjusted(human.channels, random)),
  ),
  defineForgery(
    'iaaft',
    'the exact values and nearly the exact spectrum of the person, each axis for itself',
    (human, random) => withChannels(human, iaaft(human.channels, random)),
  ),
  defineForgery('iaaft-multivariate', 'as iaaft, and the relations between the axes kept too', (human, random) =>
    withChannels(human, multivariateIaaft(human.channels, random)),
  ),
  defineForgery('spectrogram-surrogate', 'short-time spectra kept, their phases drawn anew', spectrogramSurrogate),
  defineForgery('band-swap', 'slow motion of the person, the quick part phase-randomised', bandSwap),
  defineForgery('envelope-noise', "noise under the person's own envelope and spectrum", envelopeNoise),
]

const ITERATIONS = 40

/** Schreiber and Schmitz 2000, section 3: Fourier surrogates; amplitudes stay to the last digit. */
export function phaseRandomized(channels: readonly Float64Array[], random: Random): Float64Array[] {
  const transform = createTransform(channels[0].length)
  return channels.map((channel) => turnPhases(channel, randomPhases(channel.length, random), transform))
}

/** Prichard and Theiler 1994: the same phases added on every channel. */
export function commonPhases(channels: readonly Float64Array[], random: Random): Float64Array[] {
  const n = channels[0].length
  const transform = createTransform(n)
  const phases = randomPhases(n, random)
  return channels.map((channel) => turnPhases(channel, phases, transform))
}

/** Antisymmetric angles; 0 at the mean and, for even n, at the highest frequency, which must stay real. */
function randomPhases(n: number, random: Random): Float64Array {
  const phases = new Float64Array(n)
  for (let k = 1; k < n / 2; k++) {
    phases[k] = 2 * Math.PI * random()
    phases[n - k] = -phases[k]
  }
  return phases
}

function turnPhases(x: Float64Array, phases: Float64Array, { forward, backward }: Transform): Float64Array {
  const { re, im } = forward(x)
  return backward({
    re: re.map((r, k) => r * Math.cos(phases[k]) - im[k] * Math.sin(phases[k])),
    im: im.map((m, k) => m * Math.cos(phases[k]) + re[k] * Math.sin(phases[k])),
  })
}

/** Theiler et al. 1992. */
export function amplitudeAdjusted(channels: readonly Float64Array[], random: Random): Float64Array[] {
  const bells = channels.map((channel) => rankMatched(gaussian(random, channel.length), channel))
  const spun = happens(random, 0.5) ? phaseRandomized(bells, random) : commonPhases(bells, random)
  return channels.map((channel, c) => rankMatched(channel, spun[c]))
}

/** Schreiber and Schmitz 1996; ends on the exact values. */
export function iaaft(channels: readonly Float64Array[], random: Random): Float64Array[] {
  const transform = createTransform(channels[0].length)
  return channels.map((channel) => {
    const target = amplitudes(transform.forward(channel))
    let now = shuffleLike(channel, random)
    for (let round = 0; round < ITERATIONS; round++) {
      const next = rankMatched(channel, transform.backward(withAmplitudes(transform.forward(now), target)))
      if (next.every((value, i) => value === now[i])) break
      now = next
    }
    return now
  })
}

/** Schreiber and Schmitz 2000, section 4.2: each frequency is turned as a whole towards the present phases. */
export function multivariateIaaft(channels: readonly Float64Array[], random: Random): Float64Array[] {
  const transform = createTransform(channels[0].length)
  const originals = channels.map(transform.forward)
  const start = order(gaussian(random, channels[0].length))
  let now: Float64Array[] = channels.map((channel) => Float64Array.from(start, (i) => channel[i]))
  for (let round = 0; round < ITERATIONS; round++) {
    const spectra = now.map(transform.forward)
    const turn = commonTurn(originals, spectra)
    now = channels.map((channel, c) =>
      rankMatched(channel, turnPhases(channel, turn, transformWith(transform, originals[c]))),
    )
  }
  return now
}

/** A transform whose forward step is already known. */
function transformWith({ backward }: Transform, known: Spectrum): Transform {
  return { forward: () => known, backward }
}

function commonTurn(originals: readonly Spectrum[], spectra: readonly Spectrum[]): Float64Array {
  return originals[0].re.map((_, k) => {
    let [across, along] = [0, 0]
    originals.forEach(({ re, im }, c) => {
      along += spectra[c].re[k] * re[k] + spectra[c].im[k] * im[k]
      across += spectra[c].im[k] * re[k] - spectra[c].re[k] * im[k]
    })
    return Math.atan2(across, along)
  })
}

function amplitudes({ re, im }: Spectrum): Float64Array {
  return re.map((r, k) => Math.hypot(r, im[k]))
}

function withAmplitudes({ re, im }: Spectrum, target: Float64Array): Spectrum {
  const gains = target.map((amplitude, k) => amplitude / (Math.hypot(re[k], im[k]) || 1))
  return { re: re.map((r, k) => r * gains[k]), im: im.map((m, k) => m * gains[k]) }
}

function shuffleLike(channel: Float64Array, random: Random): Float64Array {
  return rankMatched(channel, gaussian(random, channel.length))
}

/** Overlapping pieces, each with fresh phases under a raised-cosine window: what a vocoder without phases makes. */
function spectrogramSurrogate(human: Window, random: Random): Window {
  const length = 2 * Math.round((human.rateHz * pick(random, [0.3, 0.6, 1.2])) / 2)
  const draw = happens(random, 0.5) ? commonPhases : phaseRandomized
  const out = human.channels.map(() => new Float64Array(human.n))
  const centered = human.channels.map((channel) => smoothByCosine(channel, human.rateHz))
  for (let from = -length / 2; from < human.n; from += length / 2) {
    const pieces = human.channels.map((channel, c) =>
      Float64Array.from({ length }, (_, i) => (channel[from + i] ?? 0) - (centered[c][from + i] ?? 0)),
    )
    draw(pieces, random).forEach((piece, c) => {
      piece.forEach((value, i) => {
        // Squares of these weights add up to 1, so that the power of independent pieces stays.
        if (from + i >= 0 && from + i < human.n) out[c][from + i] += value * Math.sin((Math.PI * (i + 0.5)) / length)
      })
    })
  }
  return withChannels(
    human,
    out.map((piece, c) => plus(piece, centered[c])),
  )
}

function bandSwap(human: Window, random: Random): Window {
  const reach = human.rateHz / between(random, 1.5, 8)
  const slow = human.channels.map((channel) => smoothByCosine(channel, reach))
  const quick = human.channels.map((channel, c) => plus(channel, slow[c], -1))
  const draw = pick(random, [phaseRandomized, commonPhases, iaaft])
  const made = draw(quick, random)
  return withChannels(
    human,
    slow.map((channel, c) => plus(channel, made[c])),
  )
}

function envelopeNoise(human: Window, random: Random): Window {
  const reach = human.rateHz * between(random, 0.1, 0.5)
  const slow = human.channels.map((channel) => smoothByCosine(channel, reach * 2))
  const detail = human.channels.map((channel, c) => plus(channel, slow[c], -1))
  const spun = phaseRandomized(detail, random)
  const channels = detail.map((channel, c) => {
    const envelope = (x: Float64Array) => smoothByCosine(x.map(Math.abs), reach)
    const [wanted, present] = [envelope(channel), envelope(spun[c])]
    const shaped = spun[c].map((value, i) => (value * wanted[i]) / (present[i] + 1e-9))
    return plus(rescale(shaped, moments(channel)), slow[c])
  })
  return withChannels(human, channels)
}
