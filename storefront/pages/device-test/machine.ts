/** What the browser tells of the device. Null: it does not tell. */
export interface Machine {
  system: string | null
  cores: number | null
  memory_gb: number | null
  screen: string
  gpu: string | null
}

/** What newer browsers tell of the system (wicg.github.io/ua-client-hints). */
interface Hints {
  platform: string
  getHighEntropyValues?: (names: string[]) => Promise<{ platformVersion?: string; model?: string }>
}
interface NavigatorFacts {
  userAgentData?: Hints
  deviceMemory?: number
}

/** Asks the browser. Nothing of it leaves the browser. */
export async function readMachine(): Promise<Machine> {
  const { deviceMemory: memory } = navigator as NavigatorFacts
  // Browsers that hide the number leave it out.
  const cores: number | undefined = navigator.hardwareConcurrency
  return {
    system: await systemName(),
    cores: cores ?? null,
    memory_gb: memory ?? null,
    screen: screenText(),
    gpu: graphicsOf()?.renderer ?? null,
  }
}

/** "2880 × 1800, tỉ lệ 2" in pixels of the screen itself. */
export function screenText(): string {
  const [width, height] = [screen.width, screen.height].map((size) =>
    Math.round(size * devicePixelRatio),
  )
  const ratio = devicePixelRatio.toLocaleString('vi-VN', { maximumFractionDigits: 2 })
  return `${width} × ${height}, tỉ lệ ${ratio}`
}

interface Graphics {
  renderer: string
  version: string
  largest_texture: number
}

/** The graphics card as WebGL names it; null without WebGL. */
export function graphicsOf(): Graphics | null {
  const canvas = document.createElement('canvas')
  const gl = canvas.getContext('webgl2') ?? canvas.getContext('webgl')
  if (gl === null) return null
  // Firefox needs no extension, and warns about it.
  const info = gl.getExtension('WEBGL_debug_renderer_info')
  const name = String(gl.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER))
  const graphics = {
    renderer: shortRenderer(name),
    version: gl instanceof WebGL2RenderingContext ? 'WebGL 2' : 'WebGL 1',
    largest_texture: Number(gl.getParameter(gl.MAX_TEXTURE_SIZE)),
  }
  gl.getExtension('WEBGL_lose_context')?.loseContext()
  return graphics
}

/** "ANGLE (Intel, Intel(R) Iris(R) Xe Graphics (0x9A49) Direct3D11 …)" as "Intel Iris Xe Graphics". */
export function shortRenderer(name: string): string {
  const inner = /^ANGLE \([^,]+, (.+?)(?:, [^,]*)?\)$/.exec(name)?.[1] ?? name
  return inner
    .replace(/^ANGLE Metal Renderer: |^Vulkan [\d.]+ \(/, '')
    .replace(/\((R|TM|C)\)/gi, '')
    .replace(/ ?\(0x[0-9a-f]+\)?.*$| Direct3D.*$| OpenGL Engine$/i, '')
    .replace(/\s+/g, ' ')
    .trim()
}

async function systemName(): Promise<string | null> {
  const { userAgentData: hints } = navigator as NavigatorFacts
  if (hints?.getHighEntropyValues === undefined) return systemOfUserAgent(navigator.userAgent)
  const { platformVersion = '', model = '' } = await hints.getHighEntropyValues([
    'platformVersion',
    'model',
  ])
  if (hints.platform === 'Windows')
    return Number.parseInt(platformVersion, 10) >= 13 ? 'Windows 11' : 'Windows 10'
  return [model, hints.platform, platformVersion.split('.')[0]].filter(Boolean).join(' ') || null
}

/** What older browsers say of themselves. */
export function systemOfUserAgent(text: string): string | null {
  const android = /Android ([\d.]+)/.exec(text)?.[1]
  if (android !== undefined) return `Android ${android}`
  const ios = /(?:iPhone )?OS (\d+)[_\d]* like Mac/.exec(text)?.[1]
  if (ios !== undefined) return `${text.includes('iPad') ? 'iPadOS' : 'iOS'} ${ios}`
  if (text.includes('Windows NT')) return 'Windows'
  if (text.includes('Mac OS X')) return 'macOS'
  return text.includes('Linux') ? 'Linux' : null
}
