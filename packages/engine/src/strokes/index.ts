export { isSameStroke, type StrokeComparer, strokeComparer } from './comparison.ts'
export { KNOWN_STROKES_OF_A_REPLAY, rememberStroke, type StrokeDigest, strokeProbes } from './memory.ts'
export { type StrokeMotion, strokeMotions } from './motion.ts'
export { glanceStrokes } from '../challenge/glance.ts'
