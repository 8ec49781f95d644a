import type { CDPSession } from 'playwright-core'
import type { Mover, Shown } from '../../src/testing/index.ts'

const STEP_MS = 25
const RADIANS = Math.PI / 180
const SENSORS = ['accelerometer', 'linear-acceleration', 'gyroscope'] as const

// Runs before the page's own scripts. Time stands still in the page until the next reading arrives as a true devicemotion event
// of Chromium; then it goes on by one step. So a slow machine makes a slow test and never another motion.
const CLOCK = `(() => {
  let now = 1e7
  let id = 0
  let step = 1
  let lastSeen = 0
  let isAwaited = false
  const next = () => steppedNext(String(step))
  const trueInterval = globalThis.setInterval
  const base = Date.now() - now
  const timers = new Map()
  const add = (run, ms = 0, every) => { timers.set(++id, { run, every, at: now + ms }); return id }
  performance.now = () => now
  Date.now = () => base + now
  globalThis.setTimeout = (run, ms) => add(run, ms)
  globalThis.setInterval = (run, ms) => add(run, ms, Math.max(1, ms))
  globalThis.clearTimeout = globalThis.clearInterval = (timer) => timers.delete(timer)
  const runDue = () => {
    for (const [timer, { run, every, at }] of [...timers]) {
      if (at > now || !timers.has(timer)) continue
      if (every === undefined) timers.delete(timer)
      else timers.set(timer, { run, every, at: now + every })
      run()
    }
  }
  globalThis.awaitReading = () => { isAwaited = true }
  let lastShown = ''
  // News only: each call goes to another process.
  addEventListener('stillhere-progress', ({ detail: { phase, stroke } }) => {
    const shown = JSON.stringify({ phase, stroke })
    if (shown !== lastShown) steppedSees(shown)
    lastShown = shown
  }, true)
  addEventListener('devicemotion', (event) => {
    if (!isAwaited) return event.stopImmediatePropagation()
    isAwaited = false
    queueMicrotask(() => { now += ${STEP_MS}; step += 1; runDue(); next() })
  }, true)
  // A call that was lost is made again.
  trueInterval(() => { if (step === lastSeen) next(); lastSeen = step }, 1000)
  next()
})()`

/** Lets a mover hold Chromium's virtual sensors, one reading after the other, in the page's own time. */
export async function stepVirtualSensors(devtools: CDPSession, mover: Mover): Promise<void> {
  let nowMs = 0
  const push = async (step: number) => {
    nowMs = step * STEP_MS
    const { ax, ay, az, rx, ry, rz } = mover.feel(nowMs)
    const felt = { x: ax, y: ay, z: az }
    const turned = { x: rx * RADIANS, y: ry * RADIANS, z: rz * RADIANS }
    await Promise.all(
      SENSORS.map((type) => {
        const reading = { xyz: type === 'gyroscope' ? turned : felt }
        return devtools.send('Emulation.setSensorOverrideReadings', { type, reading })
      }),
    )
    await devtools.send('Runtime.evaluate', { expression: 'awaitReading()' })
  }
  for (const type of SENSORS)
    await devtools.send('Emulation.setSensorOverrideEnabled', { enabled: true, type, metadata: { available: true } })
  await devtools.send('Runtime.enable')
  devtools.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name === 'steppedSees') mover.see(JSON.parse(payload) as Shown, nowMs)
    // The tab may be closed at any moment.
    if (name === 'steppedNext') push(Number(payload)).catch(() => {})
  })
  for (const name of ['steppedSees', 'steppedNext']) await devtools.send('Runtime.addBinding', { name })
  await devtools.send('Page.enable')
  await devtools.send('Page.addScriptToEvaluateOnNewDocument', { source: CLOCK })
}
