import '@stillhere/client/jsx/react-18'

export const right = <stillhere-scan name="receipt" required camera="" countdown={0} mode="sensors" />
export const id = <stillhere-scan id="scan" className="wide" key="one" ref={(scan) => scan?.start()} />
// @ts-expect-error an attribute that the element does not have
export const unknown = <stillhere-scan audiance="https://shop.example" />
// @ts-expect-error a mode that there is not
export const mode = <stillhere-scan mode="mouse" />
// @ts-expect-error React 18 would write "false", which is on
export const flag = <stillhere-scan practice={false} />
// @ts-expect-error a property, which React 18 does not set
export const property = <stillhere-scan words={{ start: 'Go' }} />
