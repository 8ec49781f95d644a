import { localChallenge } from '@stillhere/client/capture'
import '@stillhere/client/jsx/preact'

export const right = (
  <stillhere-scan name="receipt" required disabled={false} challenge={localChallenge()} words={{ start: 'Go' }} />
)
export const id = <stillhere-scan id="scan" class="wide" key="one" ref={(scan) => scan?.start()} />
// @ts-expect-error an attribute that the element does not have
export const unknown = <stillhere-scan audiance="https://shop.example" />
// @ts-expect-error a mode that there is not
export const mode = <stillhere-scan mode="mouse" />
// @ts-expect-error a number
export const countdown = <stillhere-scan countdown="3" />
// @ts-expect-error the detail has a receipt
export const listener = <stillhere-scan onstillhere-receipt={({ detail }) => detail.error} />
