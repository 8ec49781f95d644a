export type RiskLevel = 'low' | 'medium' | 'high'

export type Thresholds = Readonly<Record<RiskLevel, number>>

/** Thresholds on presence_score where no calibration is active. */
export const DEFAULT_THRESHOLDS: Thresholds = { low: 0.5, medium: 0.7, high: 0.9 }
