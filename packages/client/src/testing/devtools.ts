/** A session with a page by the Chrome DevTools Protocol, as Playwright, Puppeteer and others give it. */
export type DevtoolsSession = {
  send(method: string, params?: object): Promise<unknown>
  on(event: string, listener: (payload: unknown) => void): unknown
  off(event: string, listener: (payload: unknown) => void): unknown
}
