/** Small pieces of SVG; all numbers are rounded so that the file stays readable and the same everywhere. */

export type Box = { x: number; y: number; width: number; height: number }
export type Place = { x: number; y: number }

export const INK = '#1d2733'
export const FAINT = '#66717d'
export const GRID = '#e3e7ec'

export function text(
  content: string,
  { x, y }: Place,
  style: { size?: number; fill?: string; anchor?: string; weight?: number } = {},
): string {
  const { size = 13, fill = INK, anchor = 'start', weight = 400 } = style
  return `<text x="${round(x)}" y="${round(y)}" font-size="${size}" fill="${fill}" text-anchor="${anchor}" font-weight="${weight}">${escapeText(content)}</text>`
}

export function line(
  from: Place,
  to: Place,
  style: { stroke?: string; width?: number; dash?: string | undefined } = {},
): string {
  const { stroke = GRID, width = 1, dash } = style
  const dashes = dash ? ` stroke-dasharray="${dash}"` : ''
  return `<line x1="${round(from.x)}" y1="${round(from.y)}" x2="${round(to.x)}" y2="${round(to.y)}" stroke="${stroke}" stroke-width="${width}"${dashes}/>`
}

export function curve(
  points: readonly Place[],
  { stroke, width = 2, dash }: { stroke: string; width?: number; dash?: string | undefined },
): string {
  const path = points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('')
  const dashes = dash ? ` stroke-dasharray="${dash}"` : ''
  return `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linejoin="round"${dashes}/>`
}

/** A filled shape that its last point closes. */
export function area(points: readonly Place[], fill: string): string {
  const path = points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('')
  return `<path d="${path}Z" fill="${fill}"/>`
}

export function rectangle({ x, y, width, height }: Box, fill: string): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}"/>`
}

/** A whole picture on a light ground. */
export function picture(width: number, height: number, parts: readonly string[]): string {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="'Inter', 'Helvetica Neue', Arial, sans-serif">`
  return [head, rectangle({ x: 0, y: 0, width, height }, '#fbfcfd'), ...parts, '</svg>', ''].join('\n')
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

function escapeText(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
