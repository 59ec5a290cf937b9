/** A terminal or a log file. */
export interface Screen {
  isTTY?: boolean
  write: (text: string) => unknown
}

/** Shows the progress of a long job: a moving bar on a terminal, a line from time to time elsewhere. */
export interface Progress {
  show: (share: number, doing: string) => void
  /** Removes the bar, so that the next text starts on a new line. */
  clear: () => void
}

const bar_width = 24
const redraw_ms = 100
const line_ms = 5_000

/** `now` returns milliseconds of any monotonic clock. */
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
