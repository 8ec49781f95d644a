import type { Signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { say } from '../../../words/speak.ts'
import type { Sight } from '../flow/take.ts'
import { Points } from './points.tsx'

type LivePictureProps = { video: HTMLVideoElement; sight: Signal<Sight | null> }

/** The picture as a mirror shows it, with what is taken of it drawn on top: points, and nothing else. */
export function LivePicture({ video, sight }: LivePictureProps) {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    video.setAttribute('aria-label', say('Your camera picture, mirrored'))
    frame.current?.prepend(video)
    return () => video.remove()
  }, [video])
  return (
    <div class="research-mirror" ref={frame}>
      <Found sight={sight} />
    </div>
  )
}

function Found({ sight }: { sight: Signal<Sight | null> }) {
  return sight.value ? <Points joints={sight.value.joints} aspect={sight.value.aspect} /> : null
}
