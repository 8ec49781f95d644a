/** One day of a chart: what is told apart at the bottom, and the rest on top of it. */
export type Day = { day: string; main: number; rest: number }

/** A bar in the units of the picture, measured from its top left. */
export type Bar = { x: number; width: number; mainY: number; mainHeight: number; restY: number; restHeight: number }

export const PICTURE = { width: 300, height: 64 } as const
const GAP = 2
// A day on which something happened is never drawn as nothing.
const LEAST = 2

/** The bars of the days, as high as the busiest of them allows. */
export function drawBars(days: readonly Day[]): Bar[] {
  const most = Math.max(1, ...days.map(({ main, rest }) => main + rest))
  const step = PICTURE.width / Math.max(1, days.length)
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(LEAST, (count / most) * (PICTURE.height - LEAST)))
  return days.map(({ main, rest }, index) => {
    const [mainHeight, restHeight] = [heightOf(main), heightOf(rest)]
    const mainY = PICTURE.height - mainHeight
    return { x: index * step, width: step - GAP, mainY, mainHeight, restY: mainY - restHeight, restHeight }
  })
}
