import type { DemoModel, DemoVariant } from '#db/seed/demo-data.ts'

/** One attribute of a version: the attribute's code and its value in the attribute's unit. */
export interface Fact {
  code: string
  value: string | number | boolean
}

type Spec = string | number | boolean
type Reader = (value: Spec, model: DemoModel) => Fact[]

/** Returns the typed attributes of a version, read from the model's texts, the label and the memory. */
export function factsOf(model: DemoModel, label: string, variant: DemoVariant): Fact[] {
  const facts = new Map<string, Fact>()
  const specs = Object.entries(model.specs).flatMap(([key, value]) =>
    factsOfSpec(key, value, model),
  )
  const memory = [number('ram_gb', variant.ram_gb), number('storage_gb', variant.storage_gb)].flat()
  const general: Fact[] = [
    { code: 'maker', value: model.brand },
    { code: 'launched', value: model.launch.split('-').toReversed().join('/') },
    { code: 'warranty_months', value: model.warranty_months },
  ]
  for (const fact of [...specs, ...memory, ...factsOfLabel(model, label), ...general]) {
    facts.set(fact.code, fact)
  }
  return [...facts.values()]
}

/** Returns up to three facts that distinguish a card from others, such as 6,9 inch · 12 GB · 256 GB. */
export function highlightsOf(facts: readonly Fact[], unitOf: (code: string) => string): string[] {
  const known = new Map(facts.map((fact) => [fact.code, fact.value]))
  const texts = highlight_codes
    .filter((code) => known.has(code) && known.get(code) !== false)
    .map((code) => formatFact(code, known.get(code) ?? '', unitOf(code)))
    .filter((words) => words.length <= 24)
  return texts.slice(0, 3)
}

const highlight_codes = [
  ['screen_inch', 'ram_gb', 'storage_gb', 'refresh_hz', 'kind', 'anc', 'battery_life', 'bluetooth'],
  [
    'case_mm',
    'vram',
    'boost_mhz',
    'cores_threads',
    'clock_ghz',
    'socket',
    'memory_bus_mhz',
    'read_mbps',
  ],
  ['power_w', 'battery_mah', 'wireless_w', 'ports', 'gan', 'length_m', 'suction_pa', 'dock'],
  ['material', 'fit', 'hardness', 'privacy', 'keyboard_switch', 'dpi', 'connection', 'resolution'],
  [
    'usb_speed',
    'volume_l',
    'video',
    'camera_sensor',
    'water',
    'wifi_speed',
    'area_m2',
    'lumen',
    'form_factor',
  ],
  ['cadr_m3h', 'matter', 'efficiency', 'disc_drive', 'weight_g'],
].flat()

function formatFact(code: string, value: Spec, unit: string): string {
  if (value === true) return fact_formats[code] ?? code
  if (typeof value === 'number' && unit === 'GB' && value >= 1024) return `${value / 1024} TB`
  const text = String(value).replace('.', typeof value === 'number' ? ',' : '.')
  return (fact_formats[code] ?? '{} {unit}').replace('{}', text).replace('{unit}', unit).trim()
}

const fact_formats: Record<string, string> = {
  anc: 'Chống ồn',
  gan: 'GaN',
  matter: 'Matter',
  privacy: 'Chống nhìn trộm',
  bluetooth: 'Bluetooth {}',
  dpi: '{} DPI',
  hardness: 'Độ cứng {}',
  disc_drive: 'Ổ {}',
}

function factsOfSpec(key: string, value: Spec, model: DemoModel): Fact[] {
  if (value === '—' || value === '') return []
  const reader = readers[key]
  return reader ? reader(value, model) : text(key, value)
}

const readers: Record<string, Reader> = {
  screen: (value) => screen(String(value)),
  size: (value, model) =>
    model.category === 'linh-kien'
      ? capacity(String(value), model)
      : quantity('screen_inch', value),
  res: (value) => resolution(String(value)),
  hz: (value) => text('refresh_hz', value),
  cam_rear: (value) => text('camera_rear', value),
  battery: (value) => battery(String(value)),
  ram_slots: (value) =>
    text(
      'ram_upgrade',
      String(value).endsWith('hàn') ? 'Không (RAM hàn liền)' : sentence(String(value)),
    ),
  power: (value) => quantity('power_w', value),
  bt: (value) => text('bluetooth', value),
  type: (value, model) => text(model.category === 'linh-kien' ? 'memory_kind' : 'kind', value),
  connect: (value) => text('connection', value),
  capacity: (value, model) =>
    String(value).endsWith('mAh') ? quantity('battery_mah', value) : capacity(String(value), model),
  storage: (value, model) => capacity(String(value), model),
  length: (value) => quantity('length_m', value),
  cores: (value) => text('cores_threads', String(value).replace('/', ' nhân / ') + ' luồng'),
  clock: (value) => quantity('clock_ghz', value),
  tdp: (value) => quantity('tdp_w', value),
  suction: (value) => quantity('suction_pa', value),
  dock: (value) => text('dock', sentence(String(value))),
  dpi: (value) => quantity('dpi', value),
  speed: (value, model) =>
    text(model.category === 'the-nho-usb' ? 'usb_speed' : 'wifi_speed', value),
  boost: (value) => quantity('boost_mhz', value),
  psu: (value) => quantity('recommended_psu_w', value),
  form: (value) => text('form_factor', value),
  layout: (value) => text('keyboard_layout', value),
  switch: (value) => text('keyboard_switch', value),
  ram: (value) => text('memory_slots', value),
  bus: (value) => quantity('memory_bus_mhz', value),
  read: (value) => quantity('read_mbps', value),
  iface: (value) => text('interface', value),
  sim: (value) => text('sim', `1 ${sentence(String(value))} SIM`),
  sim_cards: (value) => text('sim', value),
  gps: (value) => text('gps', value),
  qi2: (value) => quantity('wireless_w', value),
  volume: (value) => quantity('volume_l', value),
  sensor: (value) => text('camera_sensor', String(value).replace('"', ' inch')),
  cert: (value) => text('efficiency', value),
  bands: (value) => quantity('wifi_bands', value),
  area: (value) => quantity('area_m2', value),
  cadr: (value) => quantity('cadr_m3h', value),
  drive: (value) => text('disc_drive', value),
}

/** 6.9" OLED 120Hz; 8.0" + 6.5" AMOLED 120Hz; 14" 2.8K OLED: size, second screen, panel, rate. */
function screen(value: string): Fact[] {
  const match = /^(?:([\d.]+)")?(?: \+ ([\d.]+)")? ?(.*?)(?: (\d+)Hz)?$/.exec(value)
  if (!match) return text('panel', value)
  const [, size, second, panel, rate] = match
  return [
    number('screen_inch', size),
    number('outer_screen_inch', second),
    panel ? text('panel', panel) : [],
    number('refresh_hz', rate),
  ].flat()
}

/** 3840x2160; 4K; 4K 144Hz; 4K QLED. */
function resolution(value: string): Fact[] {
  const [pixels = '', more = ''] = value.split(' ')
  const rest = more.endsWith('Hz') ? quantity('refresh_hz', more) : more ? text('panel', more) : []
  return [...text('resolution', pixels.replace('x', ' x ')), ...rest]
}

function battery(value: string): Fact[] {
  if (value.endsWith('mAh')) return quantity('battery_mah', value)
  if (value.endsWith('Wh')) return quantity('battery_wh', value)
  return text('battery_life', value.replace(/(.+) \/ (.+) hộp/, '$1, $2 cùng hộp sạc'))
}

/** 16GB is RAM of a memory module and storage of any other product. 1TB = 1024 GB. */
function capacity(value: string, model: DemoModel): Fact[] {
  const match = /^(\d+) ?(GB|TB)/.exec(value)
  const size = Number(match?.[1] ?? 0) * (match?.[2] === 'TB' ? 1024 : 1)
  return number('type' in model.specs ? 'ram_gb' : 'storage_gb', size)
}

/** WiFi 12/256GB; 5G 128GB; 46mm GPS; 8/256GB. Phones and laptops have their memory in separate fields. */
function factsOfLabel(model: DemoModel, label: string): Fact[] {
  const network = /WiFi|5G|LTE|GPS/.exec(label)?.[0]
  const tablet = model.category === 'may-tinh-bang' ? /(?:(\d+)\/)?(\d+)GB$/.exec(label) : null
  return [
    network ? text('network', network === 'WiFi' ? 'Wi-Fi' : network) : [],
    number('ram_gb', tablet?.[1]),
    number('storage_gb', tablet?.[2]),
    number('case_mm', /^(\d+)mm/.exec(label)?.[1]),
  ].flat()
}

function quantity(code: string, value: Spec): Fact[] {
  return number(code, Number.parseFloat(String(value)))
}

function number(code: string, value: string | number | undefined): Fact[] {
  const amount = Number(value)
  return value === undefined || !(amount > 0) ? [] : [{ code, value: amount }]
}

function text(code: string, value: Spec): Fact[] {
  return [{ code, value }]
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
