import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launchChromium } from './chromium.ts'

const WEB = join(import.meta.dirname, '..', 'apps', 'web')
const MARK = readFileSync(join(WEB, 'src', 'shell', 'mark.svg'), 'utf8')

/** Pictures for home screens and social cards, drawn from the mark. Run by hand when it changes: `npm run icons`. */
const PICTURES = [
  { file: 'icon-192.png', width: 192, height: 192, html: drawIcon(0.94) },
  { file: 'icon-512.png', width: 512, height: 512, html: drawIcon(0.94) },
  // Systems cut a maskable icon to shapes of their own; the middle four fifths stay.
  { file: 'icon-maskable.png', width: 512, height: 512, html: drawIcon(0.68) },
  { file: 'touch-icon.png', width: 180, height: 180, html: drawIcon(0.8) },
  { file: 'card.png', width: 1200, height: 630, html: drawCard() },
]

function drawIcon(share: number): string {
  return `<body style="margin:0;display:grid;place-items:center;height:100vh;background:#f6f3ec"><div style="width:${share * 100}vw;height:${share * 100}vw">${MARK}</div>`
}

function drawCard(): string {
  return `<body style="margin:0;height:100vh;box-sizing:border-box;padding:80px 90px;background:#f6f3ec;color:#211e19;font-family:Georgia,'DejaVu Serif',serif;display:flex;flex-direction:column;justify-content:space-between">
<div style="display:flex;gap:24px;align-items:center;font-size:56px;font-weight:600"><div style="width:88px;height:88px">${MARK}</div>Stillhere</div>
<div style="font-size:84px;line-height:1.1;font-weight:600;max-width:1000px">Did a person, here and now, approve this?</div>
<div style="font:34px system-ui,sans-serif;color:#5c5548">Six arrows, a hand, and a signed receipt that anybody can check offline.</div>`
}

const browser = await launchChromium()
for (const { file, width, height, html } of PICTURES) {
  const page = await browser.newPage({ viewport: { width, height } })
  await page.setContent(html)
  writeFileSync(join(WEB, 'public', file), await page.screenshot())
  await page.close()
}
await browser.close()
