/** Whether a scan may go here. Known at once: what is held in a hand is touched, and has sensors if anything has. */
export function mayHaveSensors(): boolean {
  return matchMedia('(pointer: coarse)').matches && 'DeviceMotionEvent' in globalThis
}
