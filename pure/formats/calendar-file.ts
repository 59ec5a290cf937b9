/** An appointment in a calendar file. */
interface CalendarEvent {
  /** Names the appointment for ever; a newer file with the same name replaces the entry. */
  uid: string
  /** Grows with every change. */
  version: number
  written_at: Date
  starts_at: Date
  ends_at: Date
  is_cancelled: boolean
  title: string
  location: string
  description: string
  url: string
}

/**
 * An appointment as an iCalendar file (RFC 5545): times in UTC, lines of 75 bytes at most, a reminder two hours before.
 */
export function calendarFile(event: CalendarEvent): string {
  const { uid, version, is_cancelled } = event
  const alarm = [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(event.title)}`,
    'TRIGGER:-PT2H',
    'END:VALARM',
  ]
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tiem//Lich hen//VI',
    `METHOD:${is_cancelled ? 'CANCEL' : 'PUBLISH'}`,
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${version}`,
    `DTSTAMP:${utc(event.written_at)}`,
    `DTSTART:${utc(event.starts_at)}`,
    `DTEND:${utc(event.ends_at)}`,
    `STATUS:${is_cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `SUMMARY:${escaped(event.title)}`,
    `LOCATION:${escaped(event.location)}`,
    `DESCRIPTION:${escaped(event.description)}`,
    `URL:${event.url}`,
    ...(is_cancelled ? [] : alarm),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function utc(instant: Date): string {
  return instant.toISOString().replace(/[-:]|\.\d+/g, '')
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')
}

const longest_line = 75

/** Breaks a line between letters: a Vietnamese letter has up to three bytes. The blank of a new line counts too. */
function folded(line: string): string {
  let result = ''
  let bytes = 0
  for (const letter of line) {
    const size = new TextEncoder().encode(letter).length
    if (bytes + size > longest_line) {
      result += '\r\n '
      bytes = 1
    }
    result += letter
    bytes += size
  }
  return result
}
