/** Why the score moved. */
export function reasonWords(reason: 'gain' | 'decay'): string {
  return reason === 'gain' ? 'A motion scan' : 'Decay after 30 idle days'
}

/** A change with its sign: a real minus, as wide as the plus. */
export function changeText(change: number): string {
  const size = Math.abs(change).toLocaleString('en')
  return change < 0 ? `−${size}` : `+${size}`
}
