/** Puts the time of a pressed button, offered after a refusal, in the place of the one that was chosen before. */
export function withPressedTime(form: FormData): FormData {
  const pressed = form.get('other_time')
  if (typeof pressed === 'string' && pressed !== '') form.set('booking_date', pressed)
  return form
}

/** The day of a query, if it is one of those that are offered; else the first day with a free time. */
export function chosenDay<Day extends { day: string; slots: readonly { is_free: boolean }[] }>(
  days: readonly Day[],
  asked: string | null,
): Day | null {
  const open = days.filter(({ slots }) => slots.some(({ is_free }) => is_free))
  return open.find(({ day }) => day === asked) ?? open[0] ?? null
}
