import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'

const PACKAGE = join(import.meta.dirname, '..')
const PAGE = join(PACKAGE, 'src', 'page')

/** The offline verifier as one HTML file; the same sources always give the same bytes. */
export function verifierHtml(): string {
  const script = bundle('main.ts')
  const style = bundle('verifier.css')
  // Inside a script element these would end it, or hide the rest, whatever JavaScript thinks of them.
  if (/<\/script|<!--/i.test(script)) throw new Error('the script holds text that HTML would read as markup')
  let html = readFileSync(join(PAGE, 'verifier.html'), 'utf8')
  html = putIn(html, `content="default-src 'none'"`, `content="${policyFor(script, style)}"`)
  html = putIn(html, '<style></style>', `<style>${style}</style>`)
  return putIn(html, '<script></script>', `<script>${script}</script>`)
}

function bundle(entry: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [join(PAGE, entry)],
    absWorkingDir: PACKAGE,
    bundle: true,
    write: false,
    minify: true,
    charset: 'utf8',
    platform: 'browser',
    target: 'es2022',
    conditions: ['stillhere-source'],
  })
  return outputFiles[0]?.text.trim() ?? ''
}

/** Nothing may load, connect, frame or submit; only these very bytes of script and style may run. */
function policyFor(script: string, style: string): string {
  return [
    "default-src 'none'",
    `script-src '${hashForCsp(script)}'`,
    `style-src '${hashForCsp(style)}'`,
    "frame-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

function hashForCsp(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

function putIn(html: string, place: string, text: string): string {
  const [before, after, ...others] = html.split(place)
  if (before === undefined || after === undefined || others.length > 0) throw new Error(`the page needs one ${place}`)
  return before + text + after
}

if (import.meta.main) {
  mkdirSync(join(PACKAGE, 'dist'), { recursive: true })
  writeFileSync(join(PACKAGE, 'dist', 'verifier.html'), verifierHtml())
}
