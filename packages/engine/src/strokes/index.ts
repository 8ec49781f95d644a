export { glanceStrokes } from '../challenge/score.ts'
export {
  isSameStroke,
  KNOWN_STROKES_OF_A_REPLAY,
  rememberStroke,
  type StrokeComparer,
  strokeComparer,
  type StrokeDigest,
  strokeProbes,
} from './memory.ts'
export { type StrokeMotion, strokeMotions } from './series.ts'
