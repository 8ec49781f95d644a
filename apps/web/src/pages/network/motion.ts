/**
 * Draws again and again while somebody can see it: not while the page is hidden or the canvas out of sight, and for people who
 * asked for less motion only once. Also draws when size or colors change. Returns how to stop.
 */
export function animate(canvas: HTMLCanvasElement, draw: (seconds: number) => void): () => void {
  const calm = matchMedia('(prefers-reduced-motion: reduce)')
  const dark = matchMedia('(prefers-color-scheme: dark)')
  let isInSight = true
  let frame = 0
  const tick = (ms: number) => {
    draw(calm.matches ? 0 : ms / 1000)
    frame = calm.matches || document.hidden || !isInSight ? 0 : requestAnimationFrame(tick)
  }
  const wake = () => {
    if (frame === 0) frame = requestAnimationFrame(tick)
  }
  const sight = new IntersectionObserver(([entry]) => {
    isInSight = entry?.isIntersecting ?? true
    wake()
  })
  const size = new ResizeObserver(wake)
  sight.observe(canvas)
  size.observe(canvas)
  const watched = [calm, dark]
  for (const one of watched) one.addEventListener('change', wake)
  document.addEventListener('visibilitychange', wake)
  return () => {
    cancelAnimationFrame(frame)
    sight.disconnect()
    size.disconnect()
    for (const one of watched) one.removeEventListener('change', wake)
    document.removeEventListener('visibilitychange', wake)
  }
}
