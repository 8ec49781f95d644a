import type { InjectionFigures, Passes } from './measure.ts'

/** All that a run of the injections measured. */
export type InjectionReport = { seed: number; trials: number; cap: number; injections: InjectionFigures[] }

/** The page of the injections with its table; all of it is written by the command. */
export function writeInjectionPage(report: InjectionReport): string {
  const { seed, trials, cap } = report
  const command = `    npm run arena -- --injections --trials ${trials} --cap ${cap} --seed ${seed} --out docs`
  return [
    ...INTRODUCTION,
    command,
    '',
    ...PICTURE,
    ...writeTable(report),
    '',
    ...writeReading(report),
    ...EXPLANATION,
    '',
  ].join('\n')
}

/** The table alone, as Markdown. */
export function writeTable({ injections, cap }: InjectionReport): string[] {
  return [
    '| instrument | passes without search, level 1: risk low | medium | high | refused at high for | CPU s until 9 of 10 pass at high | after the search, at high | level 2 | level 3 |',
    '|---|---|---|---|---|---|---|---|---|',
    ...injections.map((figures) => writeRow(figures, cap)),
  ]
}

function writeRow({ name, passes, refusals, search }: InjectionFigures, cap: number): string {
  const { low, medium, high } = passes
  const cost =
    search === null
      ? 'no search'
      : search.reached
        ? search.cpuSeconds.toFixed(1)
        : `not within ${cap} (${search.lastLook} of 10)`
  const after = search === null ? '–' : writePasses(search.passes.high)
  const cells = [name, writePasses(low), writePasses(medium), writePasses(high), writeRefusals(refusals), cost, after]
  return `| ${[...cells, NOT_MEASURED, NOT_MEASURED].join(' | ')} |`
}

const NOT_MEASURED = 'not measured yet'

function writePasses({ passed, trials, share: { low, high } }: Passes): string {
  return `${passed} of ${trials} (${(100 * low).toFixed(0)}–${(100 * high).toFixed(0)} %)`
}

function writeRefusals(refusals: Readonly<Record<string, number>>): string {
  const most = Object.entries(refusals).toSorted(([, a], [, b]) => b - a)
  return most.map(([reason, count]) => `${reason} ${count}`).join(', ') || '–'
}

function writeReading({ seed, injections }: InjectionReport): string[] {
  return [
    `Seed ${seed}. In brackets the exact 95 % interval (Clopper and Pearson), as if every answer were of another subject; four are of one.`,
    '',
    '| instrument | what it does |',
    '|---|---|',
    ...injections.map(({ name, does }) => `| ${name} | ${does} |`),
    '',
  ]
}

const INTRODUCTION = [
  '# Injections',
  '',
  'Software that hands in samples without a phone in a hand: injection attacks, in the terms of CEN/TS 18099. Each instrument below enrolls with three',
  'rounds, answers fresh challenges, and is judged as the service judges [level 1](verification.md#levels). The share that passes corresponds to the',
  'IAPMR of an instrument; it is no certified test. Written by the command; do not edit.',
  '',
]

const PICTURE = ['![passes at the high risk level](injections.svg)', '']

const EXPLANATION = [
  '**Level 1 does not exclude simulation.** The engine is open, so whoever simulates a hand can try at home until it passes. The table says what that costs.',
  '',
  '## How it is measured',
  '',
  '- A subject enrolls with three rounds, up to three times where it is refused, and answers four fresh challenges. Whoever cannot enroll is refused in all four.',
  '- Every capture of the subject stays in the memory of captures and strokes, the refused ones, too.',
  '- Spliced strokes attack somebody else: a person of the kit without the mark enrolls and scans eight times, the service remembers the scans, and the attacker has them.',
  '- A search sees the scores of the open engine and asks the service nothing. Its CPU time (user and system, one process) is counted until 9 of 10 fresh',
  '  challenges pass at the high risk level; the looks in between are not counted. Then its last find answers as many fresh challenges as the others.',
  '',
  'Where this judge differs from the service: no clock (an attacker waits as long as a scan takes), no budgets of tries, no database',
  '(all candidates are compared, where the service compares the 64 likeliest), a memory of this one subject instead of all people,',
  'an enrollment that is not rounded, each round compared with its own strokes instead of the nearest, and no calibration: shipped thresholds.',
  '',
  '## Adding a row',
  '',
  'Write a module such as `my-injections/still.ts`, and name its folder to the command. The rows of its modules join those that are in `--out`',
  '(here none), which must have been measured with the same seed, trials and cap; `--only NAME` does the same for one of the rows that ship.',
  '',
  "    export const name = 'still phone'",
  "    export const does = 'lies on a table'",
  '',
  '    // Samples: t in ms, acceleration in m/s² with gravity, rotation in °/s.',
  '    export function make({ durationMs }) {',
  '      const times = Array.from({ length: durationMs * 0.06 }, (_, i) => i / 0.06)',
  '      return times.map((t) => ({ t, ax: 0, ay: 0, az: 9.8, rx: 0, ry: 0, rz: 0 }))',
  '    }',
  '',
  '    npm run arena -- --injections my-injections --trials 4 --out reports/mine',
  '',
  'All that a module may export, with its types, is in `lab/arena/harness/generator.ts`. `make(challenge, random, attempt)` gets `strokes` (`direction`, `atMs`) and',
  '`durationMs` of a fresh challenge, and a seeded `random`. Injections that ship are modules of `lab/arena/injections`, listed in `lab/arena/shipped.ts`.',
  '`subject` is the same number from enrollment to the last answer. Optional: `trials`; `victim`, which makes the motion of somebody who enrolls and whose scans',
  'are then in `stolen`; and `search(grade, random)`, a generator function that yields a better `make` again and again (`grade(make, seed)` is',
  'the open engine, 0 or more passes). Types: `lab/arena/harness/generator.ts`.',
  '',
  '## What is not known',
  '',
  '- **Levels 2 and 3** are not measured yet: neither an answer prepared in advance, nor a simulator in real time with a software passkey, nor forged attestations.',
  '- **Families that are missing:** a generator learned from recordings, simulators left out whole, a browser whose sensors are overridden, a relayed scan (another person’s phone).',
  '- **Detectors learned in rounds** against these instruments do not exist yet, so no price was raised.',
  '- **One search, one seed.** An audit with another simulator needed 64, 66 and 130 CPU s with three seeds; other searches may be quicker. CPU seconds are of the machine that ran the command, which was busy: the same search came to the same point after 73 and after 90.',
  '- **9 of 10 is a line, not a wall.** A find that passes every second time is enough for somebody who may try twice.',
  '- **Stolen strokes are a simulated person’s**, at one speed in each answer. No real person’s strokes were cut, and no variants were made to choose the best of, as an audit did.',
  '- Whoever wrote the simulated hand knew the testing kit and the engine; so “without search” is not the figure of somebody who starts blind.',
]
