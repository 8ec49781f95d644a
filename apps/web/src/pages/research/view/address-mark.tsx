/** What stays of the network address, whatever is given. */
export function AddressMark() {
  return (
    <li>
      Your network address leaves only a scrambled mark, to count five sessions a day. A day later nobody can tell which
      address it was.
    </li>
  )
}
