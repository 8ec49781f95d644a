import { type Curve, detPlot, histogramPlot, legend, rocPlot } from './plots.ts'
import type { FamilyFigures } from './presence.ts'
import type { ArenaReport } from './report.ts'
import { FAINT, picture, rectangle, text } from './svg.ts'
import { percent } from './table.ts'

const WIDTH = 1240
const MARGIN = 44
const PLOT = { width: 440, height: 430 }
const COLUMNS = 5
const CELL = { width: 212, height: 74, gapX: 23, gapY: 20 }

// Distinguishable with any color vision, and in gray (Okabe and Ito 2008).
const PEOPLE = '#0072b2'
const FORGED = '#d55e00'
const REPLAYED = '#8a94a0'
const WORST = ['#cc79a7', '#e69f00', '#009e73']
const IDENTITY = ['#56b4e9', '#0072b2', '#5b4fa2', '#117733', '#8c6d1f', '#444f5a']

/** ROC and DET curves, and the scores of people and of every family as histograms. */
export function arenaDrawing(report: ArenaReport): string {
  const groups = listCurves(report)
  const curves = groups.flatMap(({ entries }) => entries)
  const cells = histograms(report)
  const top = 160 + PLOT.height
  const rows = Math.ceil(cells.length / COLUMNS)
  const height = top + 44 + rows * (CELL.height + CELL.gapY) + 20
  return picture(WIDTH, height, [
    text('Attack arena', { x: MARGIN, y: 52 }, { size: 26, weight: 700 }),
    text(subtitle(report), { x: MARGIN, y: 78 }, { size: 14, fill: FAINT }),
    rocPlot({ x: MARGIN, y: 110, ...PLOT }, curves),
    detPlot({ x: MARGIN + PLOT.width + 30, y: 110, ...PLOT }, curves),
    legend({ x: MARGIN + 2 * PLOT.width + 54, y: 152 }, groups),
    histogramHead(top),
    ...cells.map((cell, i) => histogramPlot(cellBox(i, top + 28), cell)),
  ])
}

function histogramHead(y: number): string {
  const kinds = [
    { name: 'people', color: PEOPLE, x: 640 },
    { name: 'forged', color: FORGED, x: 714 },
    { name: 'shown again', color: REPLAYED, x: 786 },
  ]
  return [
    text('Scores from 0 to 1', { x: MARGIN, y }, { size: 15, weight: 600 }),
    text(
      'dotted: 5 % of people lie below; beside each name, the share of windows above',
      { x: MARGIN + 152, y },
      { fill: FAINT },
    ),
    ...kinds.flatMap(({ name, color, x }) => [
      rectangle({ x: MARGIN + x, y: y - 10, width: 12, height: 12 }, color),
      text(name, { x: MARGIN + x + 18, y }),
    ]),
  ].join('\n')
}

function subtitle({ data, seed, presence }: ArenaReport): string {
  return `${data} · ${presence.people} people, ${presence.windows} windows of 8 s · ${presence.families.length} families · seed ${seed}`
}

function cellBox(i: number, top: number) {
  const [column, row] = [i % COLUMNS, Math.floor(i / COLUMNS)]
  return {
    x: MARGIN + column * (CELL.width + CELL.gapX),
    y: top + row * (CELL.height + CELL.gapY),
    width: CELL.width,
    height: CELL.height,
  }
}

function listCurves({ presence, identity }: ArenaReport): { title: string; entries: Curve[] }[] {
  const forged = presence.families.filter(({ kind }) => kind === 'forged')
  const worst = forged.slice(-WORST.length).toReversed()
  const attacks = [
    { name: 'all forgeries', color: FORGED, points: presence.det },
    ...worst.map(({ name, det }, i) => ({ name, color: WORST[i], points: det })),
  ]
  const others = identity.map(({ group, det }, i) => ({
    name: shorten(group),
    color: IDENTITY[i % IDENTITY.length],
    points: det,
    dash: '6 3',
  }))
  return [
    { title: 'Presence: forgeries', entries: attacks },
    { title: 'Identity: other people', entries: others },
  ]
}

function shorten(group: string): string {
  return group.replace('synthetic ', '')
}

function histograms({ presence }: ArenaReport) {
  const threshold = presence.threshold5
  const people = {
    title: 'people',
    note: `${presence.windows} windows`,
    counts: presence.histogram,
    color: PEOPLE,
    threshold,
  }
  return [people, ...presence.families.map((family) => familyCell(family, threshold))]
}

function familyCell({ name, kind, apcer5, histogram }: FamilyFigures, threshold: number) {
  return {
    title: name,
    note: percent(apcer5.value),
    counts: histogram,
    color: kind === 'forged' ? FORGED : REPLAYED,
    threshold,
  }
}
