import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calendarFile } from '#pure/formats/calendar-file.ts'

const event = {
  uid: 'LH261120-7K3M9QXZ@tiem.example',
  version: 2,
  written_at: new Date('2026-11-20T08:00:00.123Z'),
  starts_at: new Date('2026-11-23T02:00:00Z'),
  ends_at: new Date('2026-11-23T03:30:00Z'),
  is_cancelled: false,
  title: 'Thay màn hình iPhone 13; mang theo máy, sạc',
  location: '466 Trần Quang Khải, Phường Tân Định, Quận 1, Hồ Chí Minh',
  description: 'Mã LH261120-7K3M9QXZ\nĐổi hoặc hủy trong liên kết',
  url: 'https://tiem.example/cart/booking?code=LH261120-7K3M9QXZ&key=0123456789012345678901234567890123456789',
}

/** The lines as a calendar reads them: those that begin with a blank belong to the line before. */
function read(file: string): string[] {
  return file.replaceAll('\r\n ', '').trimEnd().split('\r\n')
}

test('an appointment has times in UTC, its version and a reminder', () => {
  expect(read(calendarFile(event))).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tiem//Lich hen//VI',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:LH261120-7K3M9QXZ@tiem.example',
    'SEQUENCE:2',
    'DTSTAMP:20261120T080000Z',
    'DTSTART:20261123T020000Z',
    'DTEND:20261123T033000Z',
    'STATUS:CONFIRMED',
    'SUMMARY:Thay màn hình iPhone 13\\; mang theo máy\\, sạc',
    'LOCATION:466 Trần Quang Khải\\, Phường Tân Định\\, Quận 1\\, Hồ Chí Minh',
    'DESCRIPTION:Mã LH261120-7K3M9QXZ\\nĐổi hoặc hủy trong liên kết',
    `URL:${event.url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'DESCRIPTION:Thay màn hình iPhone 13\\; mang theo máy\\, sạc',
    'TRIGGER:-PT2H',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ])
  const cancelled = read(calendarFile({ ...event, is_cancelled: true }))
  expect(cancelled).toContain('STATUS:CANCELLED')
  expect(cancelled).not.toContain('BEGIN:VALARM')
})

test('no line is longer than 75 bytes, and no letter is torn', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'ế', '🔋', ',') }), (title) => {
      const file = calendarFile({ ...event, title })
      for (const line of file.split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      }
      expect(read(file)).toContain(`SUMMARY:${title.replaceAll(',', '\\,')}`)
    }),
  )
})
