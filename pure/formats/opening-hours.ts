/** "08:00 - 21:30", "8h - 21h30" */
const opening_hours = /^\s*(\d{1,2})[:hH]([0-5]\d)?\s*[-–]\s*(\d{1,2})[:hH]([0-5]\d)?\s*$/

/** Opening hours, as shown to shoppers, as times of a day (HH:MM); null if the text says something else. */
export function hoursOf(time_opening: string): { opens: string; closes: string } | null {
  const found = opening_hours.exec(time_opening)
  if (found === null) return null
  const [, from = '', from_minutes = '00', to = '', to_minutes = '00'] = found
  const opens = `${from.padStart(2, '0')}:${from_minutes}`
  const closes = `${to.padStart(2, '0')}:${to_minutes}`
  return opens < closes && closes <= '23:59' ? { opens, closes } : null
}
