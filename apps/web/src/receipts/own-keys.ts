import { useEffect, useMemo } from 'preact/hooks'
import { deviceReceipts, loadReceipts } from './device-receipts.ts'

/** The public keys by which this browser signed receipts itself, as far as it still keeps one of each. */
export function useOwnKeys(): readonly string[] {
  const kept = deviceReceipts.value
  useEffect(() => {
    if (kept === null) void loadReceipts()
  }, [])
  return useMemo(
    () => (kept ?? []).filter(({ isOfService }) => !isOfService).map(({ receipt }) => receipt.issuer.publicKey),
    [kept],
  )
}
