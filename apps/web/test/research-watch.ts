import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

/** The text of the file that a button saves. */
export async function saveFile(page: Page, name: string): Promise<string> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name }).click()
  return readFileSync(await (await download).path(), 'utf8')
}

/** Lets the test see the cameras that the page opens from now on. */
export async function countCameras(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    globalThis.streams = []
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted)
      streams.push(stream)
      return stream
    }
  })()`)
}

/** The cameras that the page opened, and whether each is on. */
export function camerasOf(page: Page): Promise<boolean[]> {
  return page.evaluate<boolean[]>('streams.map((stream) => stream.active)')
}
