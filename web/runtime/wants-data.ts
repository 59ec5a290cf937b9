/** Whether scripts of our pages sent a form: they get data as an answer, a form of the browser gets a page. */
export function wantsData(accept: string | null | undefined): boolean {
  return accept?.includes('application/json') === true
}
