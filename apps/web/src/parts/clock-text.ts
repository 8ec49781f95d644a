/** A wait as a clock shows it: "42 s", "3:05", "5:00:00". */
export function clockText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
