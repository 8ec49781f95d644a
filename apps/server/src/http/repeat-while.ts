/** Returns a function that starts to do something every so often, unless it is started already, until it returns false. An idle process does nothing. */
export function repeatWhile(isToGoOn: () => boolean, everyMs: number): () => void {
  let timer: NodeJS.Timeout | undefined
  const again = () => {
    timer = undefined
    if (isToGoOn()) start()
  }
  const start = () => {
    timer ??= setTimeout(again, everyMs).unref()
  }
  return start
}
