import { computeAngle } from '../../../../packages/engine/src/challenge/challenge.ts'
import { type Challenge, type Random, seededRandom } from '../../../../packages/engine/src/index.ts'
import { normal } from '../../../../packages/engine/src/random.ts'
import { turnAbout } from '../../../../packages/engine/src/synthetic/rigid-body.ts'
import { climb, sizesAsWritten, varySizes } from '../../harness/climb.ts'
import type { Grade, Make } from '../../harness/generator.ts'
import { readPhone } from '../../simulator/phone.ts'

export const name = 'left out: lognormal hand'
export const does =
  'strokes as sums of lognormal pulses of speed, one central tremor in all axes, pink unrest, a sensor with drifting bias and steps of its own; never used for learning'

const [FINE_HZ, EVERY] = [240, 4]
const STEP = 1 / FINE_HZ
/** The number of sizes that a search may change. */
const SIZES = 22

type Vectors = [Float64Array, Float64Array, Float64Array]
type Habits = ReturnType<typeof drawHabits>

/** One person's habits: sizes as papers on the kinematic theory of movement give them, each a little other. */
function drawHabits(logs: readonly number[], random: Random) {
  const vary = varySizes(logs, random)
  return {
    commandS: vary(0.17),
    /** Logarithms of seconds from the command to the middle of a pulse, and their spread. */
    mu: Math.log(vary(0.33, 0.1)),
    sigma: vary(0.27, 0.1),
    reachM: vary(0.16, 0.12),
    corrects: vary(0.16),
    brakes: vary(0.07),
    /** Turning of the phone (rad) for each meter to the right, forward and up. */
    turns: [
      [0.3 * normal(random), 0.5 * normal(random), vary(1.5)],
      [vary(0.8), 0.4 * normal(random), 0.3 * normal(random)],
      [-vary(1.4), 0.4 * normal(random), 0.3 * normal(random)],
    ],
    tremorHz: vary(7.8, 0.1),
    tremorPush: [vary(0.1, 0.3), vary(0.07, 0.3), vary(0.12, 0.3)],
    tremorTurn: [vary(0.03, 0.3), vary(0.02, 0.3), vary(0.025, 0.3)],
    unrestPush: vary(0.07),
    unrestTurn: vary(0.035),
    grainPush: vary(0.35),
    grainTurn: vary(0.1),
    pitch: vary(0.75, 0.1),
    lever: [0.01 * normal(random), vary(0.08), 0.005],
  }
}

const makeWith =
  (logs: readonly number[]): Make =>
  (challenge, random, { subject }) => {
    const habits = drawHabits(logs, seededRandom(subject))
    const n = Math.ceil((challenge.durationMs / 1000) * FINE_HZ) + EVERY + 1
    const pulses = planPulses(habits, challenge, random)
    const [velocity, turning] = [addPulses(pulses.moving, n), addPulses(pulses.turning, n)]
    const acceleration = velocity.map((axis) => axis.map((v, i) => (v - (axis[i - 1] ?? 0)) * FINE_HZ)) as Vectors
    addUnrest(habits, { acceleration, turning, velocity }, random)
    const start = turnAbout([1, 0, 0], habits.pitch)
    return readPhone({ acceleration, turning, start, rateHz: FINE_HZ }, EVERY, {
      lever: habits.lever,
      distort: newSensor(random),
    })
  }

export const make = makeWith([])

export function search(grade: Grade, random: Random, start: number): Iterator<Make> {
  return climb(sizesAsWritten(SIZES), makeWith, { grade, random, start })
}

/** A lognormal pulse of speed: command time (s), what it adds up to in each axis (m, or rad), and its shape. */
type Pulse = { commandS: number; sizes: readonly number[]; mu: number; sigma: number }
type Pulses = Record<'moving' | 'turning', Pulse[]>

/** Each stroke is a pulse, a correction and a brake, and turns of the wrist that come a little later; no two are alike. */
function planPulses(habits: Habits, { strokes }: Challenge, random: Random): Pulses {
  const pulses: Pulses = { moving: [], turning: [] }
  for (const { direction, atMs } of strokes) {
    const [late, wide, far, off, depth, turn, shape, after, brake] = Array.from({ length: 9 }, () => normal(random))
    const commandS = atMs / 1000 + Math.max(0.08, habits.commandS * Math.exp(0.15 * late))
    const mu = habits.mu + 0.08 * wide
    const sigma = habits.sigma * Math.exp(0.12 * shape)
    const reach = habits.reachM * Math.exp(0.08 * far)
    const angle = computeAngle(direction) + 0.06 * off
    const aim = (size: number, at: number) => [size * Math.cos(at), 0.08 * size * depth, size * Math.sin(at)]
    const [corrects, brakes] = [habits.corrects * after * reach, -habits.brakes * Math.exp(0.6 * brake) * reach]
    pulses.moving.push(
      { commandS, sizes: aim(reach, angle), mu, sigma },
      { commandS: commandS + 0.2 + 0.05 * brake, sizes: aim(corrects, angle + 0.8 * turn), mu, sigma },
      { commandS: commandS + 0.3 + 0.04 * after, sizes: aim(brakes, angle), mu: mu - 0.1, sigma: 0.9 * sigma },
    )
    pulses.turning.push(...turnWrist(habits, { commandS, sizes: aim(reach, angle), mu, sigma }, random))
  }
  return pulses
}

/** A pulse of its own for each axis. */
function turnWrist({ turns }: Habits, { commandS, sizes, mu, sigma }: Pulse, random: Random): Pulse[] {
  return turns.map((row, axis) => {
    const [more, late, wide, shape] = Array.from({ length: 4 }, () => normal(random))
    const size = row.reduce((sum, share, c) => sum + share * sizes[c], 0) + 0.02 * more
    const turned = [0, 1, 2].map((c) => (c === axis ? size * Math.exp(0.2 * more) : 0))
    return {
      commandS: commandS + 0.03 + 0.03 * late,
      sizes: turned,
      mu: mu + 0.1 * wide,
      sigma: sigma * Math.exp(0.2 * shape),
    }
  })
}

function addPulses(pulses: readonly Pulse[], n: number): Vectors {
  const speeds = [0, 1, 2].map(() => new Float64Array(n)) as Vectors
  for (const { commandS, sizes, mu, sigma } of pulses) {
    for (let i = Math.ceil(commandS * FINE_HZ); i < n; i++) {
      const since = i * STEP - commandS
      if (since <= 0) continue
      const away = (Math.log(since) - mu) / sigma
      const speed = Math.exp((-away * away) / 2) / (sigma * Math.sqrt(2 * Math.PI) * since)
      for (let axis = 0; axis < 3; axis++) speeds[axis][i] += sizes[axis] * speed
    }
  }
  return speeds
}

/** One tremor for all axes whose phase wanders, unrest of three speeds, and grain that grows with speed. */
function addUnrest(
  habits: Habits,
  { acceleration, turning, velocity }: Record<'acceleration' | 'turning' | 'velocity', Vectors>,
  random: Random,
): void {
  const axes = [...acceleration, ...turning]
  const tremors = [...habits.tremorPush, ...habits.tremorTurn]
  const shifts = axes.map(() => 2 * Math.PI * random())
  const [unrests, grains] = [axes.map(() => newUnrest(random)), axes.map(() => newLag(18, random))]
  const swell = newLag(0.7, random)
  let phase = 0
  for (let i = 0; i < velocity[0].length; i++) {
    phase += 2 * Math.PI * habits.tremorHz * STEP + 1.1 * Math.sqrt(STEP) * normal(random)
    const strength = Math.exp(0.35 * swell())
    const speed = Math.hypot(velocity[0][i], velocity[1][i], velocity[2][i])
    axes.forEach((axis, c) => {
      const shake = Math.sin(phase + shifts[c]) + 0.3 * Math.sin(2 * phase + 3 * shifts[c])
      const [unrest, grain] = c < 3 ? [habits.unrestPush, habits.grainPush] : [habits.unrestTurn, habits.grainTurn]
      axis[i] += tremors[c] * strength * shake + unrest * unrests[c]() + grain * (0.05 + speed) * grains[c]()
    })
  }
}

/** Noise of mean power 1 up to about `hz`. */
function newLag(hz: number, random: Random): () => number {
  const keep = Math.exp(-2 * Math.PI * hz * STEP)
  let value = normal(random)
  return () => (value = keep * value + Math.sqrt(1 - keep * keep) * normal(random))
}

/** Nearly pink: three noises, the slower the stronger. */
function newUnrest(random: Random): () => number {
  const [slow, middle, quick] = [0.4, 2, 9].map((hz) => newLag(hz, random))
  return () => 0.75 * slow() + 0.55 * middle() + 0.35 * quick()
}

const CHIP = { steps: [0.0048, 0.00027], noise: [0.018, 0.0012], drift: [0.0012, 0.00006], bias: [0.06, 0.004] }

/** A sensor with scale, bias that drifts, noise, and the steps of its chip. */
function newSensor(random: Random): (value: number, channel: number) => number {
  const kindOf = (channel: number) => (channel < 3 ? 0 : 1)
  const scales = Array.from({ length: 6 }, () => 1 + 0.005 * normal(random))
  const biases = Array.from({ length: 6 }, (_, c) => CHIP.bias[kindOf(c)] * normal(random))
  return (value, channel) => {
    const kind = kindOf(channel)
    biases[channel] += CHIP.drift[kind] * normal(random)
    const read = scales[channel] * value + biases[channel] + CHIP.noise[kind] * normal(random)
    return CHIP.steps[kind] * Math.round(read / CHIP.steps[kind])
  }
}
