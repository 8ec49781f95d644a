import { useEffect, useMemo, useRef } from 'preact/hooks'
import { say, sayCount } from '../../words/speak.ts'
import { drawField, readInk } from './draw-field.ts'
import { animate } from './motion.ts'
import { placeParticles, type ParticleNode } from './particles.ts'

/** The network as a quiet field of points; the list beside it says the same in words. */
export function ParticleField({ nodes }: { nodes: readonly ParticleNode[] }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const particles = useMemo(() => placeParticles(nodes, Date.now()), [nodes])
  useEffect(() => {
    const target = canvas.current
    if (!target) return undefined
    return animate(target, (seconds) => drawField(target, particles, { seconds, ink: readInk(target) }))
  }, [particles])
  return (
    <figure class="network-field">
      <canvas
        ref={canvas}
        role="img"
        aria-label={sayCount(
          particles.length,
          'A field with one dot for the one node in the list',
          'A field of {count} dots, one for each node in the list',
        )}
      />
      <figcaption class="small soft">
        {say('Bigger and closer to the center: higher level. Filled: seen within a day. Ringed: genesis node.')}
      </figcaption>
    </figure>
  )
}
