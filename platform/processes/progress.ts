/** What a terminal or a log file is, as far as progress is concerned. */
export interface Screen {
  isTTY?: boolean
  write: (text: string) => unknown
}

/** Shows how far a long job is: a bar that moves on a terminal, now and then a line elsewhere. */
export interface Progress {
  show: (share: number, doing: string) => void
  /** Takes the bar away, so that the next words stand on a line of their own. */
  clear: () => void
}

const bar_width = 24
const redraw_ms = 100
const line_ms = 5_000

/** `now` counts milliseconds from anywhere. */
export function openProgress(
  screen: Screen,
  now: () => number = () => performance.now(),
): Progress {
  const started = now()
  let last_at = Number.NEGATIVE_INFINITY
  let last_doing = ''
  return {
    show(share, doing) {
      const time = now()
      const pause = screen.isTTY === true ? redraw_ms : line_ms
      if (time - last_at < pause && (screen.isTTY !== true || doing === last_doing)) return
      last_at = time
      last_doing = doing
      const seconds = `${((time - started) / 1000).toFixed(0)} s`
      const percent = `${Math.floor(Math.min(1, share) * 100)} %`.padStart(5)
      if (screen.isTTY === true)
        screen.write(`\r\u001b[K${barOf(share)} ${percent}  ${seconds}  ${doing}`)
      else screen.write(`${percent}  ${seconds}  ${doing}\n`)
    },
    clear() {
      if (screen.isTTY === true) screen.write('\r\u001b[K')
    },
  }
}

function barOf(share: number): string {
  const full = Math.round(Math.min(1, share) * bar_width)
  return `[${'█'.repeat(full)}${'░'.repeat(bar_width - full)}]`
}
