import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launchChromium } from './chromium.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined)
  throw new Error(
    'usage: npm run readme-picture -- FOLDER, with what SCREENSHOTS=FOLDER of the browser tests left there',
  )

/** What the README shows first, side by side, each cut to a phone's height. */
const SHOTS = ['scan-practising-phone-dark.png', 'scan-verified-phone-light.png', 'approve-ready-phone-light.png']
const PICTURE = join(import.meta.dirname, '..', 'docs', 'pictures', 'phone.png')

const phones = SHOTS.map((name) => {
  const data = readFileSync(join(folder, name)).toString('base64')
  return `<div style="width:270px;height:540px;border:6px solid #211e19;border-radius:28px;background:url(data:image/png;base64,${data}) top/100% auto no-repeat"></div>`
})
const browser = await launchChromium()
const page = await browser.newPage({ viewport: { width: 960, height: 600 } })
await page.setContent(
  `<body style="margin:0;height:100vh;display:flex;gap:30px;align-items:center;justify-content:center;background:#ebe6da">${phones.join('')}`,
)
writeFileSync(PICTURE, await page.screenshot())
await browser.close()
