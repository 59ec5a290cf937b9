/** Whether this is a page of the checkout or of the sign-in, whose form nothing may cover that comes by itself. */
export function isFormPage(): boolean {
  return /^\/(cart|auth|dang-nhap)(\/|$)/.test(location.pathname)
}
