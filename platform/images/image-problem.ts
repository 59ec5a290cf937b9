/** Why there is no picture. The answer contains the code: bad_width, unknown_host, not_a_picture … */
export class ImageProblem extends Error {
  override readonly name = 'ImageProblem'
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export const busy = () => new ImageProblem(503, 'unavailable', 'Too many pictures are being made.')

export const noSuchPicture = () =>
  new ImageProblem(404, 'not_found', 'There is no such picture at this host.')
