/** Between 0 and 1, whatever was measured. */
export function computeShare(value: number, max: number): number {
  const share = value / max
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0
}
