import { areasOf } from '../../apps/web/src/words/areas.ts'
import type { Edge } from '../layers/graph.ts'
import type { SourceFile } from '../layers/syntax.ts'
import { isReceiptText } from './receipt-texts.ts'

const WEB = 'apps/web/src'
// By this file pages say what the receipt library says.
const VOICE = `${WEB}/receipts/voice.ts`
// Programs of their own, which have no catalogues (the script for forms of sites, the service worker, the docs site), and the English of
// headings that the build looks up in the catalogues of their pages.
const ELSEWHERE = /^(?:(?:words|check-script|service-worker|docs)\/|shell\/headings\.ts$)/

// What some pages show and others do not has catalogues of its own, and so have large parts of a page.
const FEATURE = /^(?:pages\/admin\/(calibration|invites|publishing|sites)|pages\/([^/]+)|(ask|passkeys|wallet))\//

/** Whose catalogue a file's words belong into: that of its page, part of a page or feature, or the one that all pages share. Undefined outside the pages. */
export function areaOf(path: string): string | undefined {
  if (path === VOICE || isReceiptText(path)) return 'verdicts'
  const file = path.slice(WEB.length + 1)
  if (!path.startsWith(`${WEB}/`) || ELSEWHERE.test(file) || /\.test\.tsx?$/.test(path)) return undefined
  const [, part, page, feature] = FEATURE.exec(file) ?? []
  return part ?? page ?? feature ?? 'common'
}

/** The pages that need the words of other pages than `areasOf` tells, a line each. */
export function borrowProblems(files: readonly SourceFile[], edges: readonly Edge[]): string[] {
  const pages = files.flatMap(({ path }) => /^apps\/web\/src\/pages\/([^/]+)\/page\.tsx$/.exec(path)?.[1] ?? [])
  const around = compareAreas('start.tsx', [], reachFrom(`${WEB}/start.tsx`, edges))
  return [
    ...around,
    ...pages.flatMap((page) => compareAreas(page, areasOf(page), reachFrom(`${WEB}/pages/${page}/page.tsx`, edges))),
  ]
}

function compareAreas(name: string, told: readonly string[], paths: readonly string[]): string[] {
  const needed = new Set(paths.map(areaOf))
  const other = [...needed].filter((area) => area !== undefined && area !== 'common' && !told.includes(area))
  return [
    ...other.map((area) => `${name} shows words of ${area}`),
    ...told.filter((area) => !needed.has(area)).map((area) => `${name} needs no words of ${area}`),
  ]
}

function reachFrom(start: string, edges: readonly Edge[]): string[] {
  const reached = new Set([start])
  // A set that grows is walked to its end.
  for (const path of reached) for (const { from, to } of edges) if (from.path === path) reached.add(to)
  return [...reached]
}
