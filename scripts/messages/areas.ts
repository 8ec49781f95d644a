import { listAreas } from '../../apps/web/src/words/areas.ts'
import type { Edge } from '../layers/graph.ts'
import type { SourceFile } from '../layers/syntax.ts'
import {
  findFailureDetails,
  findRefusals,
  findRepeatedTexts,
  findSaidTexts,
  findViewTexts,
  type FindTexts,
} from './texts.ts'

const WEB = 'apps/web/src'
// Programs of their own, which have no catalogues (the script for forms of sites, the service worker, the docs site), and the English of
// headings that the build looks up in the areas of their pages.
const ELSEWHERE = /^(?:(?:words|check-script|service-worker|docs)\/|shell\/headings\.ts$)/
// What some pages show and others do not has an area of its own, and so have large parts of a page.
const FEATURE = /^(?:pages\/admin\/(calibration|invites|publishing|sites)|pages\/([^/]+)|(ask|passkeys|wallet))\//

/** Returns the area of a file of the pages: that of its page, part of a page or feature, or the one that all pages share. */
function findPageArea(path: string): string | undefined {
  // By this file pages say what the receipt library says.
  if (path === `${WEB}/receipts/voice.ts`) return 'verdicts'
  const file = path.slice(WEB.length + 1)
  if (!path.startsWith(`${WEB}/`) || ELSEWHERE.test(file)) return undefined
  const [, part, page, feature] = FEATURE.exec(file) ?? []
  return part ?? page ?? feature ?? 'common'
}

const SAYS_IN_ELEMENT = /^packages\/client\/src\/element\/(?!catalogs\/)/

/** The files that hold texts besides those of pages, which area of `locales/` these belong to, and how they are found. */
const SOURCES: readonly (readonly [area: string, files: RegExp, find: FindTexts])[] = [
  ['element', SAYS_IN_ELEMENT, findSaidTexts],
  [
    'element',
    /^packages\/client\/src\/(?:camera|capture|continuity|scan|element)\/(?!catalogs\/)|^packages\/engine\/src\/(?:capture|scorer\/score)\.ts$/,
    findRepeatedTexts,
  ],
  ['element', /^packages\/receipt\/src\/view\/levels\.ts$/, findViewTexts],
  ['mail', /^apps\/server\/src\/identity\/mail\//, findSaidTexts],
  ['notices', /^apps\/server\/src\/identity\/notices\//, findSaidTexts],
  ['terminal', /^apps\/server\/src\/app\/(?:cli\/.*|start)\.ts$/, findSaidTexts],
  ['terminal', /^(?:apps\/server|packages\/postgres)\/src\//, findRefusals],
  ['verdicts', /^packages\/receipt\/src\/(?:view\/|header\.ts$|page\/verifier-element\.ts$)/, findViewTexts],
  // Who signs is a developer, and reads English.
  ['verdicts', /^packages\/receipt\/src\/(?:checks|chain|verify|approver\/[a-z]+)\.ts$/, findFailureDetails],
]

/** Returns where the texts of a file belong, and how they are found; empty for files that show people nothing. */
export function findAreas(path: string): { area: string; find: FindTexts }[] {
  if (/\.test\.tsx?$/.test(path)) return []
  const page = path.startsWith(`${WEB}/`) ? findPageArea(path) : undefined
  if (page !== undefined) return [{ area: page, find: findSaidTexts }]
  return SOURCES.filter(([, files]) => files.test(path)).map(([area, , find]) => ({ area, find }))
}

/** Whether every text in a file must be said: those of pages and of the element. */
export function mustSayAll(path: string): boolean {
  return (
    !/\.test\.tsx?$/.test(path) &&
    (SAYS_IN_ELEMENT.test(path) || (path.startsWith(`${WEB}/`) && findPageArea(path) !== undefined))
  )
}

/** Returns the pages that need the areas of other pages than `listAreas` tells, a line each. */
export function findBorrowProblems(files: readonly SourceFile[], edges: readonly Edge[]): string[] {
  const pages = files.flatMap(({ path }) => /^apps\/web\/src\/pages\/([^/]+)\/page\.tsx$/.exec(path)?.[1] ?? [])
  const around = compareAreas('start.tsx', [], reachFrom(`${WEB}/start.tsx`, edges))
  return [
    ...around,
    ...pages.flatMap((page) => compareAreas(page, listAreas(page), reachFrom(`${WEB}/pages/${page}/page.tsx`, edges))),
  ]
}

function compareAreas(name: string, listed: readonly string[], paths: readonly string[]): string[] {
  const needed = new Set(paths.map(findPageArea))
  const other = [...needed].filter((area) => area !== undefined && area !== 'common' && !listed.includes(area))
  return [
    ...other.map((area) => `${name} shows words of ${area}`),
    ...listed.filter((area) => !needed.has(area)).map((area) => `${name} needs no words of ${area}`),
  ]
}

function reachFrom(start: string, edges: readonly Edge[]): string[] {
  const reached = new Set([start])
  // A set that grows is walked to its end.
  for (const path of reached) for (const { from, to } of edges) if (from.path === path) reached.add(to)
  return [...reached]
}
