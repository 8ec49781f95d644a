export { isSameStroke, type StrokeComparer, strokeComparer } from './memory.ts'
export { KNOWN_STROKES_OF_A_REPLAY, rememberStroke, type StrokeDigest, strokeProbes } from './memory.ts'
export { type StrokeMotion, strokeMotions } from './series.ts'
export { glanceStrokes } from '../challenge/score.ts'
