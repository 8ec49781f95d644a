import { SIGNATURE_MODEL } from '../signature/parameters.ts'
import { compareStrokeSessions } from './compare-strokes.ts'
import { compareWindows, type WindowKind } from './compare-windows.ts'
import type { Mode } from './compared.ts'
import { featureLength } from './features.ts'
import { measureLandmarks } from './landmark-session.ts'
import { computeShippedRates, projectByShippedModel } from './shipped.ts'
import { COORDINATES, measureStrokes } from './stroke-session.ts'
import type { FeatureMode } from './types.ts'

/** What a calibration does with the sessions, by its `featureMode`. */
export const MODES: Readonly<Record<FeatureMode, Mode>> = {
  posture: ofWindows({ featureMode: 'posture', version: 'posture', shipped: null }),
  posture_velocity: ofWindows({ featureMode: 'posture_velocity', version: 'posture_velocity', shipped: null }),
  signature_128: ofWindows({
    featureMode: 'signature_128',
    version: SIGNATURE_MODEL.body.version,
    shipped: { see: projectByShippedModel, computeRates: computeShippedRates },
  }),
  strokes: { inputs: COORDINATES, isApplicable: true, measure: measureStrokes, compare: compareStrokeSessions },
}

function ofWindows(kind: WindowKind): Mode {
  const { featureMode, shipped } = kind
  return {
    inputs: featureLength(featureMode),
    isApplicable: shipped !== null,
    measure: (session, settings) => measureLandmarks(session, { ...settings, featureMode }),
    compare: (kept, context) => compareWindows(kind, kept, context),
  }
}
